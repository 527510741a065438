/**
 * The words for cells that no rule decides. The engine decides with numbers, and a few reasons explain thousands of
 * cells, so that each reason is asked about once in each language.
 */

import { signal } from "@preact/signals";
import type { Answers, CellTexts, Unworded } from "./answers.ts";
import { api } from "./api.ts";
import { language } from "./language.ts";

const sentences = signal<ReadonlyMap<string, string>>(new Map());

function keyOf(reason: string | null, url: string, of = language.value): string {
  return `${of} ${reason ?? `? ${url}`}`;
}

export const cellTexts: CellTexts = {
  sentence: (reason) => sentences.value.get(keyOf(reason, "")) ?? "",
  problem: (url) => sentences.value.get(keyOf(null, url)) ?? "",
};

/** Most URLs that one question has. */
const MAX_URLS = 1000;

/** Asks for the words that the cells of a table lack. */
export async function loadSentences({ unworded }: Answers): Promise<void> {
  const own = language.peek();
  const isMissing = ({ reason, url }: Unworded["samples"][number]) =>
    !sentences.peek().has(keyOf(reason, url, own));
  const missing = unworded?.samples.filter(isMissing) ?? [];
  const [first] = missing;
  if (!unworded || !first) return;
  const found = new Map<string, string>();
  const { signal } = new AbortController();
  const words = async (robots: string, urls: string[], agent: string) =>
    (await api.test({ ...unworded.file, robots }, urls, [agent], signal)).map((entry) =>
      "error" in entry ? entry.error.detail : entry.message,
    );
  // What is wrong with a value does not depend on the file.
  const values = missing.filter(({ reason }) => reason === null).slice(0, MAX_URLS);
  const urls = values.map(({ url }) => url);
  const problems = urls.length > 0 ? await words("", urls, first.agent) : [];
  for (const [at, url] of urls.entries()) found.set(keyOf(null, url, own), problems[at] ?? "");
  for (const { reason, url, agent } of missing) {
    if (reason === null) continue;
    const [sentence = ""] = await words(unworded.file.robots, [url], agent);
    found.set(keyOf(reason, "", own), sentence);
  }
  sentences.value = new Map([...sentences.peek(), ...found]);
}
