/** The lines of a file that are no rules: what all modules have but the smallest. */

/** The class of files of a module, with the lines that are no rules. */
export function withLines({ exports, memory, RobotsTxt: Checked }) {
  return class RobotsTxt extends Checked {
    /** The URLs of the `sitemap` lines, in order. */
    get sitemaps() {
      exports.sitemaps(this.handle);
      return memory.outputText().split("\n").slice(0, -1);
    }

    /** The lines with other fields, of the whole file or of the groups of the program with this User-Agent header. */
    otherLines(header = "") {
      exports.other_lines(this.handle, header === "" ? 0 : memory.writeText(header));
      const lines = memory.outputText().split("\n").slice(0, -1);
      return lines.map((line) => {
        const end = line.indexOf("\0");
        return { key: line.slice(0, end), value: line.slice(end + 1) };
      });
    }

    /** The longest valid `crawl-delay` of the program with this header, in seconds. Google does not read it. */
    crawlDelay(header) {
      const seconds = exports.crawl_delay(this.handle, memory.writeText(header || "*"));
      return Number.isNaN(seconds) ? undefined : seconds;
    }
  };
}
