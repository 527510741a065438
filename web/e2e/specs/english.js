/**
 * What of the page is English in the other languages: a list that may only become shorter. What the page itself calls English,
 * such as the details of a finding, has that language in its markup and is left out.
 */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

/** Stands for code, for the editor and for other text that has no language. */
const CODE = "‹›";

/** Notes of the table of crawlers. One that the page no longer has must leave the list. */
const KNOWN = [
  "smartphone and desktop share the token",
  "the specification spells it googlebot-images",
  "a group of its own overrides",
];

/** Words of nearly every English sentence that are words of no other language here. */
const ENGLISH =
  /\b(?:the|a|an|of|and|or|is|are|not|may|for|which|this|that|with|to|it|its|by|but|write|read)\b/i;

for (const tag of ["id", "ko", "th", "fi"]) {
  browserTest(
    `in ${tag} only what is known is English: the example and the recipes`,
    { locale: tag, viewport: { width: 1280, height: 900 } },
    async ({ openStart }) => {
      const tester = await openStart();
      const { page } = tester;
      const texts = await page.evaluate(visibleTexts, CODE);
      await tester.locate("example").click();
      await tester.waitForVerdicts();
      await tester.waitForExplanation();
      await tester.locate("summary").waitFor();
      texts.push(...(await page.evaluate(visibleTexts, CODE)));
      await tester.locate("recipes-open").click();
      // These show all of their text when they are chosen, and their file has no remarks.
      for (const name of ["directory", "audio", "ai-search"])
        await tester.locate("recipe", { name }).getByRole("checkbox").check();
      await tester.locate("recipe-result", { state: "done" }).waitFor();
      texts.push(...(await page.evaluate(visibleTexts, CODE)));
      await tester.expectNoHorizontalScroll();
      await tester.screenshot(`english-${tag}-recipes`);
      assert.deepEqual([...new Set(texts.flatMap(englishIn))], []);
      const isGone = (sentence) => !texts.some((text) => text.includes(sentence));
      assert.deepEqual(KNOWN.filter(isGone), []);
    },
  );
}

/** The runs of three or more English words in a text, but for the known sentences. */
function englishIn(text) {
  const rest = KNOWN.reduce((left, sentence) => left.replaceAll(sentence, CODE), text);
  const runs = rest.match(/[a-z][\w'’-]*(?:,? [a-z][\w'’-]*){2,}/gi) ?? [];
  return runs.filter((run) => ENGLISH.test(run));
}

/** The visible texts of the page, one of each block, and those that are read to a user or shown at the pointer. */
function visibleTexts(code) {
  const texts = [];
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("script, style, noscript")) return "";
    const { display, visibility } = getComputedStyle(node);
    if (display === "none" || visibility === "hidden") return "";
    if (node.matches("code, pre, .cm-editor, [lang=en]:not(html)")) return ` ${code} `;
    for (const name of ["aria-label", "title", "placeholder"])
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    const text = [...node.childNodes].map(read).join("");
    return display === "inline" || display === "contents" ? text : `\n${text}\n`;
  };
  texts.push(...read(document.body).split("\n"));
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
}
