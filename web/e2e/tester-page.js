/** Page object: the controls and outputs of the tester page. */

import assert from "node:assert/strict";
import { EventEmitter, on } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const SCREENSHOTS = resolve(import.meta.dirname, "../../target/screenshots");

export class TesterPage {
  constructor(page) {
    this.page = page;
    // Its name depends on the language of the page.
    this.editor = page.locator('[data-testid="editor"] .cm-content');
  }

  /** Locates an element by test id and by `data-` attributes. The attribute of a null value is empty. */
  locate(testId, data = {}) {
    const wanted = Object.entries(data).map(
      ([name, value]) => `[data-${name}="${escapeQuotes(value)}"]`,
    );
    return this.page.locator(`[data-testid="${testId}"]${wanted.join("")}`);
  }

  /** Waits until all answers are loaded. */
  waitForVerdicts() {
    return this.locate("matrix", { asking: false }).waitFor();
  }

  /** Waits until the explanation belongs to the selected cell, and the findings to the current text. */
  async waitForExplanation() {
    await this.page.locator('[data-testid="explanation"][aria-busy="false"]').waitFor();
    await this.page.locator('[data-testid="diagnostics"][aria-busy="false"]').waitFor();
  }

  /** Waits until the page says of no part that it is waiting for an answer, and has drawn all of them. */
  async waitForAllAnswers() {
    await this.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await this.waitForVerdicts();
    await this.nextFrame();
  }

  /**
   * Holds back what the page requests of `pattern`. Each call of the result waits for the next of these requests: that
   * the page shows that it asks does not mean that its request has left the browser.
   */
  async holdBack(pattern) {
    const requests = new EventEmitter();
    const held = on(requests, "held");
    await this.page.route(pattern, (route) => requests.emit("held", route));
    return async () => (await held.next()).value[0];
  }

  /**
   * Holds back what the page asks its engine, until `releaseEngine`: all questions, or those of one kind (`decide`, `json`).
   * What is under way already is answered.
   */
  holdEngine(kind = null) {
    return this.page.evaluate((wanted) => {
      const send = Worker.prototype.postMessage;
      const held = [];
      Worker.prototype.postMessage = function (...message) {
        const isHeld = wanted === null || message[0].question?.ask === wanted;
        if (isHeld) held.push(() => send.apply(this, message));
        else send.apply(this, message);
      };
      window.releaseEngine = () => {
        Worker.prototype.postMessage = send;
        for (const sendNow of held) sendNow();
      };
    }, kind);
  }

  releaseEngine() {
    return this.page.evaluate(() => window.releaseEngine());
  }

  /** Ends when the next frame is drawn. */
  nextFrame() {
    return this.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
  }

  async openSite(site) {
    await this.locate("site-input").fill(site.origin);
    await this.locate("site-input").press("Enter");
    await this.locate("version-select").waitFor();
    await this.waitForVerdicts();
  }

  /** Waits until the banner has this verdict and this text. */
  async expectBanner(verdict, text = "") {
    await this.locate("verdict-banner", { verdict }).filter({ hasText: text }).waitFor();
  }

  /** On a phone the file of a site is folded. */
  async unfold() {
    const button = this.locate("unfold-draft");
    if (await button.isVisible()) await button.click();
  }

  /** Replaces the draft with a text from the clipboard. */
  async paste(text) {
    await this.unfold();
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.editor.focus();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.press(text === "" ? "Delete" : "Control+v");
    await this.waitForVerdicts();
  }

  /** Types at the end of the draft. */
  async typeAtEnd(text) {
    await this.unfold();
    await this.editor.focus();
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.type(text);
    await this.waitForVerdicts();
  }

  async addUrl(...urls) {
    for (const url of urls) {
      await this.locate("url-input").fill(url);
      // The summary may still arrive and move the button: a click is lost if it moves between press and release.
      await this.locate("url-input").press("Enter");
    }
    await this.waitForVerdicts();
  }

  /** Presses a button of *Submit* by the keyboard: what changes arrives above it, and a click on what moves is lost. */
  async pressInSubmit(button) {
    await this.locate(button).press("Enter");
  }

  /** Loads the live file that *Refresh* found. */
  async loadLive() {
    await this.pressInSubmit("load-live");
    await this.locate("submit-dialog").waitFor({ state: "hidden" });
  }

  /** By the keyboard: what arrives above the button may move it, and a click on what moves is lost. */
  async clearUrls() {
    if (await this.locate("clear-urls").isEnabled()) await this.locate("clear-urls").press("Enter");
  }

  async setUrls(...urls) {
    await this.clearUrls();
    await this.addUrl(...urls);
  }

  async uploadUrls(...urls) {
    await this.clearUrls();
    const file = { name: "urls.txt", mimeType: "text/plain", buffer: Buffer.from(urls.join("\n")) };
    await this.locate("url-file").setInputFiles(file);
    await this.expectStatus("added from urls.txt");
    await this.waitForVerdicts();
  }

  async addCrawler(...tokens) {
    for (const token of tokens) {
      await this.locate("crawler-input").fill(token);
      await this.locate("add-crawler").click();
    }
    await this.waitForVerdicts();
  }

  cell(url, agent) {
    return this.locate("cell", { url, agent });
  }

  /** Waits until a cell has these `data-` values, such as `{draft: "disallowed", line: 3}`. */
  async expectCell(url, agent, wanted) {
    await this.locate("cell", { url, agent, ...wanted }).waitFor();
  }

  /** All rendered cells, as `{url, agent, draft, live, line, changed}`. */
  cells() {
    return this.locate("cell").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
  }

  /** What the rendered rows show of their URLs, from top to bottom. */
  rows() {
    return this.locate("row").allTextContents();
  }

  /** The URLs of the rendered rows, from top to bottom. */
  urls() {
    return this.locate("row").evaluateAll((rows) => rows.map((row) => row.dataset.url));
  }

  async expectStatus(text) {
    await this.locate("status").filter({ hasText: text }).waitFor();
  }

  /**
   * Clicks a button and returns the downloaded file. Only after all answers: one that arrives between press and release of
   * the mouse may move the button, and then the click is lost.
   */
  async download(testId) {
    await this.waitForAllAnswers();
    const [download] = await Promise.all([
      this.page.waitForEvent("download"),
      this.locate(testId).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** The draft as a download. The editor renders only the visible part of a long file. */
  async draft() {
    const { bytes } = await this.download("download");
    return bytes.toString("utf8");
  }

  /** The number of the highlighted line, or null. */
  async decidingLine() {
    const number = this.page.locator(".cm-lineNumbers .cm-deciding-number");
    return (await number.count()) === 0 ? null : Number(await number.textContent());
  }

  /** Makes the window as wide as this screen. */
  async resize(width) {
    await this.page.setViewportSize({ width, height: 844 });
    await this.nextFrame();
  }

  /** Fails if the page is wider than the screen. */
  async expectNoHorizontalScroll() {
    const [wide, seen] = await this.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= seen, `the page is ${wide} px wide on a screen of ${seen}`);
  }

  /** A picture for people to look at, which nobody does in CI. */
  async screenshot(name) {
    if (process.env.CI !== "true") await this.savePicture(name);
  }

  async savePicture(name) {
    await mkdir(SCREENSHOTS, { recursive: true });
    const file = `${name.replace(/[^\w]+/g, "-")}.png`;
    await this.page.screenshot({ path: join(SCREENSHOTS, file) });
  }
}

function escapeQuotes(value) {
  return String(value ?? "")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\a ");
}
