import { describe, expect, it } from "vitest";
import { ApiError, type NamedCrawler } from "../src/api.ts";
import { resolveAgents } from "../src/crawler-names.ts";

const KNOWN = new Set(["Googlebot", "Googlebot-News"]);

/** The service, which notes what it was asked. */
function service(answers: Record<string, NamedCrawler | Error>) {
  const asked: string[] = [];
  const ask = async (name: string) => {
    asked.push(name);
    const answer = answers[name] ?? { token: name, is_known: false, note: null };
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, ask };
}

describe("the crawlers of a link", () => {
  it("are resolved as typed ones are, with their notes, each once", async () => {
    const note = "`Googlebot News` is taken as Googlebot-News, its name in a robots.txt";
    const { asked, ask } = service({
      "Googlebot News": { token: "Googlebot-News", is_known: true, note },
    });
    const names = ["Googlebot", "Googlebot News", "ExampleBot", "Googlebot-News"];
    expect(await resolveAgents(names, KNOWN, ask)).toEqual({
      tokens: ["Googlebot", "Googlebot-News", "ExampleBot"],
      notes: [note],
      hasRejected: false,
    });
    expect(asked).toEqual(["Googlebot News", "ExampleBot"]);
  });

  it("are left out where the name is no crawler's", async () => {
    const { ask } = service({ "GPTBot, Googlebot": new ApiError(400, "several names") });
    const names = ["GPTBot, Googlebot", "Mozilla/5.0 (x)", "Googlebot"];
    const { tokens, notes, hasRejected } = await resolveAgents(names, KNOWN, ask);
    expect(tokens).toEqual(["Googlebot"]);
    expect(notes).toEqual(["several names", expect.stringContaining("product token")]);
    expect(hasRejected).toBe(true);
  });

  it("stay as they are while the service does not answer, which is asked once", async () => {
    const { asked, ask } = service({ ExampleBot: new TypeError("no connection") });
    const names = ["ExampleBot", "OtherBot"];
    expect((await resolveAgents(names, KNOWN, ask)).tokens).toEqual(names);
    expect(asked).toEqual(["ExampleBot"]);
    expect((await resolveAgents(names, new Set(), ask)).tokens).toEqual(names);
    expect(asked).toEqual(["ExampleBot"]);
  });
});
