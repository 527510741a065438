/** Names of crawlers as people write them, and the crawlers that they mean. */

import { isUnanswered, type NamedCrawler, wordsOf } from "./api.ts";
import { faultOfToken } from "./crawlers.ts";
import { visible } from "./format.ts";

export interface ResolvedAgents {
  tokens: string[];
  /** What a person should know of the names. */
  notes: string[];
  /** A name is no crawler's, and is left out. */
  isRefused: boolean;
}

/**
 * Resolves the names of a link as the service resolves a typed name; those of the table are tokens already. Names for
 * which the service does not answer stay as they are.
 */
export async function resolveAgents(
  names: string[],
  known: ReadonlySet<string>,
  ask: (name: string) => Promise<NamedCrawler>,
): Promise<ResolvedAgents> {
  const tokens = new Set<string>();
  const notes: string[] = [];
  let isRefused = false;
  let isAnswered = known.size > 0;
  for (const name of names) {
    const found = known.has(name) || !isAnswered ? as(name) : await resolve(name, ask);
    isAnswered &&= found.isAnswered;
    isRefused ||= found.token === null;
    if (found.token !== null) tokens.add(found.token);
    if (found.note) notes.push(found.note);
  }
  return { tokens: [...tokens], notes, isRefused };
}

interface Resolved {
  token: string | null;
  note: string | null;
  isAnswered: boolean;
}

function as(name: string, isAnswered = true): Resolved {
  return { token: name, note: null, isAnswered };
}

async function resolve(
  name: string,
  ask: (name: string) => Promise<NamedCrawler>,
): Promise<Resolved> {
  const fault = faultOfToken(name);
  if (fault) return { token: null, note: `\`${visible(name)}\`: ${fault}`, isAnswered: true };
  try {
    return { ...(await ask(name)), isAnswered: true };
  } catch (error) {
    if (isUnanswered(error)) return as(name, false);
    return { token: null, note: wordsOf(error), isAnswered: true };
  }
}
