/** Resolves the names of crawlers as people write them. */

import { errorText, isUnavailable, type NamedCrawler } from "./api.ts";
import { tokenError } from "./crawlers.ts";
import { escapeInvisible } from "./format.ts";

export interface ResolvedAgents {
  tokens: string[];
  /** Notes for the user about the names. */
  notes: string[];
  /** Whether a name was omitted because it is not a crawler name. */
  hasRejected: boolean;
}

/**
 * Resolves the names of a link in the same way as the service resolves a typed name. Names in the table are already
 * tokens. Names stay unchanged while the service is unavailable.
 */
export async function resolveAgents(
  names: string[],
  known: ReadonlySet<string>,
  ask: (name: string) => Promise<NamedCrawler>,
): Promise<ResolvedAgents> {
  const tokens = new Set<string>();
  const notes: string[] = [];
  let hasRejected = false;
  let isAvailable = known.size > 0;
  for (const name of names) {
    const resolution =
      known.has(name) || !isAvailable ? unresolved(name) : await resolve(name, ask);
    isAvailable &&= resolution.isAvailable;
    hasRejected ||= resolution.token === null;
    if (resolution.token !== null) tokens.add(resolution.token);
    if (resolution.note) notes.push(resolution.note);
  }
  return { tokens: [...tokens], notes, hasRejected };
}

interface Resolution {
  token: string | null;
  note: string | null;
  isAvailable: boolean;
}

function unresolved(name: string, isAvailable = true): Resolution {
  return { token: name, note: null, isAvailable };
}

async function resolve(
  name: string,
  ask: (name: string) => Promise<NamedCrawler>,
): Promise<Resolution> {
  const problem = tokenError(name);
  if (problem)
    return { token: null, note: `\`${escapeInvisible(name)}\`: ${problem}`, isAvailable: true };
  try {
    return { ...(await ask(name)), isAvailable: true };
  } catch (error) {
    if (isUnavailable(error)) return unresolved(name, false);
    return { token: null, note: errorText(error), isAvailable: true };
  }
}
