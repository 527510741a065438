/** The tester page, as a person's hands and eyes know it. */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const SCREENSHOTS = resolve(import.meta.dirname, "../../target/screenshots");

export class Tester {
  constructor(page) {
    this.page = page;
    this.editor = page.getByRole("textbox", { name: "robots.txt draft" });
  }

  /** By test id, and by `data-` attributes if given. */
  at(testId, data = {}) {
    const wanted = Object.entries(data).map(([name, value]) => `[data-${name}="${quoted(value)}"]`);
    return this.page.locator(`[data-testid="${testId}"]${wanted.join("")}`);
  }

  /** Every answer is there. */
  settled() {
    return this.at("matrix", { asking: false }).waitFor();
  }

  /** The explanation is about the chosen cell, and the findings about the text as it is. */
  async explained() {
    await this.page.locator('[data-testid="explanation"][aria-busy="false"]').waitFor();
    await this.page.locator('[data-testid="diagnostics"][aria-busy="false"]').waitFor();
  }

  async openSite(site) {
    await this.at("site-input").fill(site.origin);
    await this.at("site-input").press("Enter");
    await this.at("version-select").waitFor();
    await this.settled();
  }

  /** The banner has this verdict, and these words. */
  async bannerSays(verdict, words = "") {
    await this.at("verdict-banner", { verdict }).filter({ hasText: words }).waitFor();
  }

  /** Pastes a text over the whole draft, as people do. */
  async paste(text) {
    await this.page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await this.editor.focus();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.press(text === "" ? "Delete" : "Control+v");
    await this.settled();
  }

  /** Types at the very end of the draft. */
  async typeAtEnd(text) {
    await this.editor.focus();
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.type(text);
    await this.settled();
  }

  async addUrl(...urls) {
    for (const url of urls) {
      await this.at("url-input").fill(url);
      await this.at("add-url").click();
    }
    await this.settled();
  }

  async setUrls(...urls) {
    if (await this.at("clear-urls").isEnabled()) await this.at("clear-urls").click();
    await this.addUrl(...urls);
  }

  async uploadUrls(...urls) {
    await this.at("clear-urls").click();
    const file = { name: "urls.txt", mimeType: "text/plain", buffer: Buffer.from(urls.join("\n")) };
    await this.at("url-file").setInputFiles(file);
    await this.statusSays("added from urls.txt");
    await this.settled();
  }

  async addCrawler(...tokens) {
    for (const token of tokens) {
      await this.at("crawler-input").fill(token);
      await this.at("add-crawler").click();
    }
    await this.settled();
  }

  cell(url, agent) {
    return this.at("cell", { url, agent });
  }

  /** Waits until a cell says what is wanted, such as `{draft: "disallowed", line: 3}`. */
  async says(url, agent, wanted) {
    await this.at("cell", { url, agent, ...wanted }).waitFor();
  }

  /** All cells on the screen, as `{url, agent, draft, live, line, changed}`. */
  cells() {
    return this.at("cell").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
  }

  /** The URLs of the rows on the screen, from top to bottom. */
  rows() {
    return this.page.locator('[role="rowheader"] bdi').allTextContents();
  }

  async statusSays(words) {
    await this.at("status").filter({ hasText: words }).waitFor();
  }

  /** What a button hands to the browser's downloads. */
  async download(testId) {
    const [download] = await Promise.all([
      this.page.waitForEvent("download"),
      this.at(testId).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** The draft as it would be saved: the editor renders only what is seen of a long file. */
  async draft() {
    const { bytes } = await this.download("download");
    return bytes.toString("utf8");
  }

  /** The number of the marked line, or null. */
  async decidingLine() {
    const number = this.page.locator(".cm-lineNumbers .cm-deciding-number");
    return (await number.count()) === 0 ? null : Number(await number.textContent());
  }

  /** Nothing hangs over the edge of the screen. */
  async fitsTheScreen() {
    const [wide, seen] = await this.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= seen, `the page is ${wide} px wide on a screen of ${seen}`);
  }

  async photograph(name) {
    await mkdir(SCREENSHOTS, { recursive: true });
    const file = `${name.replace(/[^\w]+/g, "-")}.png`;
    await this.page.screenshot({ path: join(SCREENSHOTS, file) });
  }
}

function quoted(value) {
  return String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\a ");
}
