import { describe, expect, it } from "vitest";
import { ApiError, type NamedCrawler } from "../src/api.ts";
import { resolveAgents } from "../src/crawler-names.ts";

const KNOWN = new Set(["Googlebot", "Googlebot-News"]);

/** A service that records its queries. */
function service(answers: Record<string, NamedCrawler | Error>) {
  const queries: string[] = [];
  const ask = async (name: string) => {
    queries.push(name);
    const answer = answers[name] ?? { token: name, is_known: false, note: null };
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { queries, ask };
}

describe("crawler names of a link", () => {
  it("are resolved in the same way as typed names, with notes and without duplicates", async () => {
    const note = "`Googlebot News` is taken as Googlebot-News, its name in a robots.txt";
    const { queries, ask } = service({
      "Googlebot News": { token: "Googlebot-News", is_known: true, note },
    });
    const names = ["Googlebot", "Googlebot News", "ExampleBot", "Googlebot-News"];
    expect(await resolveAgents(names, KNOWN, ask)).toEqual({
      tokens: ["Googlebot", "Googlebot-News", "ExampleBot"],
      notes: [note],
      hasRejected: false,
    });
    expect(queries).toEqual(["Googlebot News", "ExampleBot"]);
  });

  it("are omitted if they are not valid crawler names", async () => {
    const { ask } = service({ "GPTBot, Googlebot": new ApiError(400, "several names") });
    const names = ["GPTBot, Googlebot", "Mozilla/5.0 (x)", "Googlebot"];
    const { tokens, notes, hasRejected } = await resolveAgents(names, KNOWN, ask);
    expect(tokens).toEqual(["Googlebot"]);
    expect(notes).toEqual(["several names", expect.stringContaining("product token")]);
    expect(hasRejected).toBe(true);
  });

  it("stay unchanged while the service is unavailable; it is queried only once", async () => {
    const { queries, ask } = service({ ExampleBot: new ApiError(0, "no connection") });
    const names = ["ExampleBot", "OtherBot"];
    expect((await resolveAgents(names, KNOWN, ask)).tokens).toEqual(names);
    expect(queries).toEqual(["ExampleBot"]);
    expect((await resolveAgents(names, new Set(), ask)).tokens).toEqual(names);
    expect(queries).toEqual(["ExampleBot"]);
  });
});
