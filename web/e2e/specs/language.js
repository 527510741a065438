import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const DRAFT = "User-agent: *\nDisalow: /x\nDisallow: /cart/\n";

/** Each language with two texts of the start screen and the reason of a lint. */
const TEXTS = {
  id: ["Bolehkah crawler mengambil halaman Anda?", "Mulai dari nol", /salah eja/],
  ko: ["크롤러가 내 페이지를 가져올 수 있나요?", "처음부터 시작", /철자가 틀린/],
  th: ["โปรแกรมรวบรวมข้อมูลดึงหน้าเว็บของคุณได้ไหม", "เริ่มจากศูนย์", /สะกดผิด/],
  fi: ["Saavatko indeksointirobotit hakea sivusi?", "Aloita tyhjästä", /väärin kirjoitetun/],
};

browserTest("the switch changes the language, and the page remembers it", async ({ openStart }) => {
  const tester = await openStart();
  const { page } = tester;
  const lang = () => page.evaluate(() => document.documentElement.lang);
  assert.equal(await lang(), "en");
  const requested = [];
  page.on("request", (request) => requested.push(request.url()));
  for (const [tag, [title]] of Object.entries(TEXTS)) {
    await tester.locate("language").selectOption(tag);
    await tester.locate("start").filter({ hasText: title }).waitFor();
    assert.equal(await lang(), tag);
    assert.match(page.url(), new RegExp(`[?&]lang=${tag}`));
    await tester.locate("language-draft").filter({ visible: true }).waitFor();
  }
  // The engine loads what it says itself when it says something.
  const files = requested.filter((url) => /\/page-\w+-[\w-]+\.ftl$/.test(url));
  assert.equal(files.length, 4, "each file is loaded when it is chosen");
  await page.goto(new URL("./", page.url()).href);
  await tester.locate("start").filter({ hasText: TEXTS.fi[0] }).waitFor();
  await tester.locate("language").selectOption("en");
  await tester.locate("start").filter({ hasText: "May crawlers fetch your pages?" }).waitFor();
  assert.equal(await tester.locate("language-draft").count(), 0);
});

/** Each language on a phone and on a desk: the same page, whose window is resized. */
const WIDTHS = [390, 1280];

async function expectNothingOverflows(tester, name) {
  for (const width of WIDTHS) {
    await tester.resize(width);
    await tester.expectNoHorizontalScroll();
    await tester.screenshot(`language-${name}-${width}`);
  }
}

for (const [tag, [, card, reason]] of Object.entries(TEXTS))
  browserTest(`nothing overflows in ${tag}`, { locale: tag }, async ({ openStart }) => {
    const tester = await openStart();
    await tester.locate("start").filter({ hasText: card }).waitFor();
    await expectNothingOverflows(tester, `${tag}-start`);
    await tester.paste(DRAFT);
    const finding = tester.locate("diagnostic").first();
    await finding.filter({ hasText: reason }).waitFor();
    await expectNothingOverflows(tester, `${tag}-draft`);
    await tester.locate("submit-open").click();
    await tester.locate("submit-dialog").waitFor();
    await expectNothingOverflows(tester, `${tag}-submit`);
  });

/** Each language with the words of a blocked cell, and a text of the explanation, of the summary and of the matrix. */
const OPENED = {
  id: ["Diblokir", "Ubah putusan ini", "boleh meng-crawl", "Kelompokkan crawler"],
  ko: ["차단됨", "이 판정 변경", "크롤링할 수 있습니다", "크롤러 묶기"],
  th: ["ถูกบล็อก", "เปลี่ยนผลตัดสินนี้", "รวบรวมข้อมูลไซต์ได้", "จัดกลุ่มโปรแกรม"],
  fi: ["Estetty", "Muuta tätä tulosta", "saa indeksoida", "Ryhmitä robotit"],
};

for (const [tag, [blocked, change, summary, group]] of Object.entries(OPENED))
  browserTest(
    `an opened site with a blocked URL in ${tag}`,
    { locale: tag },
    async ({ open, site }) => {
      const shop = await site("User-agent: *\nDisallow: /cart/\nDisalow: /x\n");
      const tester = await open();
      await tester.locate("crawler-input").fill("GPTBot");
      await tester.locate("add-crawler").click();
      await tester.openSite(shop);
      await tester.setUrls("/shop", "/cart/a");
      await tester.expectBanner("disallowed", blocked);
      await tester.waitForExplanation();
      await tester.locate("explanation").filter({ hasText: change }).waitFor();
      await tester.locate("summary").filter({ hasText: summary }).waitFor();
      await tester
        .locate("cell", { url: "/cart/a" })
        .first()
        .filter({ hasText: blocked })
        .waitFor();
      await tester.page.getByText(group).waitFor();
      await expectNothingOverflows(tester, `${tag}-site`);
      await tester.typeAtEnd("Disallow: /shop\n");
      await tester.locate("changes").locator('[data-testid="change"]').first().waitFor();
      await expectNothingOverflows(tester, `${tag}-changes`);
    },
  );

browserTest(
  "explanations of the service are in the language of the page",
  { locale: "fi-FI" },
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /cart/\n");
    await tester.setUrls("/cart/a");
    await tester.page.getByText("Siis Googlebot ei saa hakea tätä URL-osoitetta.").waitFor();
    await tester.locate("language").selectOption("id");
    await tester.page.getByText("Jadi Googlebot tidak boleh mengambil URL ini.").waitFor();
  },
);

browserTest(
  "recipes are in the language that the page has when they are opened",
  { locale: "fi-FI" },
  async ({ open }) => {
    const tester = await open();
    const audio = tester.locate("recipe", { name: "audio" });
    for (const [tag, title, rest, value] of [
      [
        "fi",
        "Äänitiedostot eivät näy Googlen hakutuloksissa.",
        "Googlella ei ole",
        "Tiedostotyypit",
      ],
      ["th", "ไฟล์เสียงไม่ปรากฏในผลการค้นหาของ Google", "Google ไม่มีโปรแกรม", "ประเภทไฟล์"],
      ["en", "Audio files do not appear in Google's results.", "Google has no", "File types"],
    ]) {
      await tester.locate("language").selectOption(tag);
      await tester.page.locator(`html[lang="${tag}"]`).waitFor();
      await tester.locate("recipes-open").click();
      await audio.locator("label").getByText(title, { exact: true }).waitFor();
      assert.doesNotMatch(await audio.innerText(), new RegExp(rest));
      await audio.getByRole("checkbox").check();
      await audio.filter({ hasText: rest }).filter({ hasText: value }).waitFor();
      await tester.page.keyboard.press("Escape");
      await tester.locate("recipe-dialog").waitFor({ state: "hidden" });
    }
  },
);

/** Each language with the words about a site that answers 503, 404, and with a word of the editor's search panel. */
const STATES = {
  id: ["HTTP 503;", "Google tidak boleh meng-crawl apa pun", "dianggap tidak ada", "cocokkan"],
  ko: ["HTTP 503:", "아무것도 크롤링할 수 없습니다", "없는 것으로 간주되어", "대소문자"],
  th: ["HTTP 503:", "Google จึงรวบรวมข้อมูลใดไม่ได้เลย", "ถือว่าไม่มี", "ตรงตามตัวพิมพ์"],
  fi: ["HTTP 503;", "Google ei saa indeksoida mitään", "katsotaan puuttuvaksi", "sama kirjainkoko"],
};

for (const [tag, [cause, closed, missing, find]] of Object.entries(STATES)) {
  browserTest(
    `the state of a site, the policies and the search panel are in ${tag}`,
    { locale: tag },
    async ({ open, site }) => {
      const failing = await site("sorry", 503);
      const empty = await site("none", 404);
      const tester = await open();
      const banner = tester.locate("verdict-banner");
      for (const [opened, parts] of [
        [failing, [cause, closed]],
        [empty, ["HTTP 404", missing]],
      ]) {
        await tester.locate("site-input").fill(opened.origin);
        await tester.locate("site-input").press("Enter");
        for (const part of parts) await banner.filter({ hasText: part }).waitFor();
        assert.doesNotMatch(await banner.innerText(), /\b(the|is|so|does|not|may)\b/);
      }
      const choices = await tester.page.locator("select option").allInnerTexts();
      assert.doesNotMatch(choices.join("\n"), /Google's|documents of|the standard/);
      await tester.paste("User-agent: *\nDisallow: /\n");
      await tester.page.locator(".cm-content").click();
      await tester.page.keyboard.press("ControlOrMeta+f");
      const panel = tester.page.locator(".cm-search");
      await panel.filter({ hasText: find }).waitFor();
      assert.doesNotMatch(await panel.innerText(), /next|previous|match case|replace/i);
      await tester.screenshot(`language-${tag}-search`);
    },
  );
}
