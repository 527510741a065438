/**
 * Takes the pictures of the documentation: `make pictures`. They show the page after a link was opened, so they do not
 * depend on the start of the page.
 */

import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { SHOP } from "./files.js";
import { browserTest } from "./harness.js";

const PICTURES = resolve(import.meta.dirname, "../../docs/pictures");

const SCREEN = { colorScheme: "light", viewport: { width: 1280, height: 680 } };

const URLS = [
  "/",
  "/account/orders",
  "/checkout",
  "/checkout/help/returns",
  "/search?q=boots",
  "/search?q=sandals",
  "/shoes?sort=price",
  "/catalogue.pdf",
];
const AGENTS = ["Googlebot", "AdsBot-Google", "bingbot", "GPTBot"];

const MISTAKEN = `User-agent: *
Disallow: /account/
Disalow: /checkout
Allow: help/
Crawl-delay: 2

User-agent: GPTBot
Disallow: /
`;

/** The part of a link after `#` that opens these questions. */
function fragment(state) {
  return `#1.${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
}

async function picture(tester, name) {
  await mkdir(PICTURES, { recursive: true });
  await tester.page.screenshot({ path: join(PICTURES, `${name}.png`), caret: "hide" });
}

/** Some systems take no SVG as the icon of an application. */
browserTest("picture: the icons of the static tester", async ({ context }) => {
  const web = resolve(import.meta.dirname, "..");
  const icon = await readFile(join(web, "public/favicon.svg"), "utf8");
  const page = await context.newPage();
  for (const size of [192, 512]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${icon}`);
    await page.screenshot({ path: join(web, `tester/icon-${size}.png`), omitBackground: true });
  }
});

browserTest("picture: the start screen", SCREEN, async ({ openStart }) => {
  const tester = await openStart();
  await tester.locate("card-ai").waitFor();
  await picture(tester, "start");
});

browserTest("picture: a site that cannot be read", SCREEN, async ({ open, site }) => {
  const shop = await site("sorry", 503);
  const tester = await open();
  await tester.openSite(shop);
  await tester.expectBanner("disallowed", "503");
  await tester.setUrls("/catalogue/boots");
  await tester.expectBanner("disallowed", "Unreachable");
  await tester.waitForExplanation();
  await picture(tester, "unreachable");
});

browserTest("picture: the table of verdicts, and why", SCREEN, async ({ open }) => {
  const tester = await open(fragment({ draft: SHOP, urls: URLS, agents: AGENTS }));
  await tester.cell("/search?q=boots", "Googlebot").click();
  await tester.waitForExplanation();
  await picture(tester, "verdicts");
});

browserTest("picture: what changes", SCREEN, async ({ open, site }) => {
  const shop = await site(SHOP);
  const urls = ["/shoes?sort=price", "/search?q=boots", "/checkout"];
  const tester = await open(fragment({ site: shop.origin, urls, agents: AGENTS }));
  await tester.locate("version-select").waitFor();
  await tester.paste(SHOP.replace("Disallow: /search\n", "Disallow: /s\n"));
  const change = tester.locate("changes").locator('[data-becomes="disallowed"]').first();
  await change.waitFor();
  await tester.waitForVerdicts();
  await tester.cell("/shoes?sort=price", "Googlebot").click();
  await tester.waitForExplanation();
  // From the sentence that says what is compared.
  await tester.locate("changes").evaluate((it) => it.scrollIntoView({ block: "start" }));
  await picture(tester, "what-changes");
});

browserTest("picture: findings", SCREEN, async ({ open }) => {
  const tester = await open(fragment({ draft: MISTAKEN, urls: ["/checkout"], agents: AGENTS }));
  await tester.locate("diagnostic").first().waitFor();
  await tester.locate("diagnostic").first().scrollIntoViewIfNeeded();
  await tester.waitForVerdicts();
  await picture(tester, "findings");
});
