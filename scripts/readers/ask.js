// Asks an npm package about robots.txt files: node ask.js PACKAGE < questions > answers
// The lines are those of ask.py. robots-parser also gives the number of the line that decides.
const { createInterface } = require("node:readline");

const SITE = "https://example.com";

const readable = (text) => require("node:stream").Readable.from([Buffer.from(text)]);

const READERS = {
  "robots-txt-guard": async (text) => {
    const guard = require("robots-txt-guard")(await require("robots-txt-parse")(readable(text)));
    return (name, path) => (guard.isAllowed(name, path) ? "a" : "d");
  },

  "robots-parser": (text) => {
    const parser = require("robots-parser")(`${SITE}/robots.txt`, text);
    return (name, path) => {
      const line = parser.getMatchingLineNumber(SITE + path, name);
      return (parser.isAllowed(SITE + path, name) ? "a" : "d") + (line > 0 ? line : "");
    };
  },
};

const main = async () => {
  const read = READERS[process.argv[2]];
  for await (const line of createInterface({ input: process.stdin })) {
    const { file, asks } = JSON.parse(line);
    const ask = await read(Buffer.from(file, "latin1").toString("utf8"));
    const answers = asks.map(([name, path]) => {
      try {
        return ask(name, path);
      } catch (error) {
        return error.constructor.name;
      }
    });
    console.log(JSON.stringify(answers));
  }
};

main();
