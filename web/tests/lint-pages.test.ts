import { describe, expect, it } from "vitest";
import { LINT_CODES, lintPage } from "../src/lint-pages.ts";

describe("the documentation of a lint", () => {
  it("is whole for each code", () => {
    expect(LINT_CODES.length).toBeGreaterThan(80);
    for (const code of LINT_CODES) {
      const page = lintPage(code);
      expect(page?.name, code).toMatch(/^[a-z0-9-]+$/);
      expect(page?.summary, code).toMatch(/\.$/);
      expect(page?.text.length, code).toBeGreaterThan(20);
      expect(page?.example === "", code).toBe(page?.instead === "");
    }
  });

  it("has the parts of its file", () => {
    expect(lintPage("R211")).toEqual({
      name: "past-agent",
      summary:
        "This is a name of the past: its crawler has another name today, and may not follow a group for the old name alone.",
      text: "Operators seldom say whether they still follow an old name. Both names may stand in one group.",
      example: "User-agent: msnbot\nDisallow: /search\n",
      instead: "User-agent: msnbot\nUser-agent: bingbot\nDisallow: /search\n",
      fix: undefined,
      references: ["Google, *Order of precedence for user agents*"],
    });
    expect(lintPage("R305")?.fix).toBe(
      "Writes the escapes in upper case. For Google nothing changes.",
    );
  });

  it("is not there for a code of no lint", () => {
    expect(lintPage("R999")).toBeUndefined();
    expect(lintPage("../R101")).toBeUndefined();
  });
});
