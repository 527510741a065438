/** URLs out of a file: a plain list, a CSV, a sitemap, each also as .gz. */

import { count } from "./format.ts";
import { parseUrlList } from "./url-list.ts";

export interface UrlFile {
  urls: string[];
  /** What the file was, in words. */
  what: string;
}

/** A sitemap may have 50 MiB; a .gz that unpacks to more is hostile. */
const LARGEST = 52_428_800;

export async function readUrlFile(file: Blob): Promise<UrlFile> {
  if (file.size > LARGEST) throw new Error("the file is larger than 50 MiB");
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip
    ? await readAll(file.stream().pipeThrough(new DecompressionStream("gzip")), LARGEST)
    : new Uint8Array(await file.arrayBuffer());
  return readUrlText(decode(bytes));
}

/** Reads a stream to its end, or fails when there is more than `most`. */
export async function readAll(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("unpacked, this is larger than it may be");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.includes(0)) throw new Error("this is not a text file");
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  const broken = text.split("\ufffd").length - 1;
  if (broken > 10 && broken > text.length / 100)
    throw new Error("this is not a text file in UTF-8");
  return text;
}

export function readUrlText(text: string): UrlFile {
  if (/^\s*</.test(text)) return readSitemap(text);
  const rows = parseCsv(text);
  if (rows.some((row) => row.length > 1)) return readColumn(rows);
  const urls = parseUrlList(rows.map((row) => row[0] ?? "").join("\n"));
  // A header over a single column is no URL.
  if (/^"?(?:urls?|address|loc|page|link)"?$/i.test(urls[0] ?? "")) urls.shift();
  return { urls, what: "a list" };
}

function readSitemap(xml: string): UrlFile {
  const root = /<(?:([\w.-]+):)?(urlset|sitemapindex)[\s>]/.exec(xml);
  if (!root) throw new Error("this XML is not a sitemap: it has neither urlset nor sitemapindex");
  const prefix = root[1] ? `${root[1]}:` : "";
  const urls = Array.from(
    xml
      .replace(/<!--[\s\S]*?-->/g, "")
      .matchAll(new RegExp(`<${prefix}loc>([\\s\\S]*?)</${prefix}loc>`, "g")),
    (found) => textOf(found[1] ?? "").trim(),
  ).filter((url) => url !== "");
  if (root[2] === "sitemapindex") {
    const named = urls.slice(0, 3).join(", ");
    throw new Error(
      `this is a sitemap index: it names ${count(urls.length, "sitemap")} (${named}) and no pages; choose one of those`,
    );
  }
  return { urls, what: "a sitemap" };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function textOf(xml: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(xml);
  if (cdata) return cdata[1] ?? "";
  return xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** RFC 4180, with the separator that the first line uses. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = "";
    } else if (char === "\n" || char === "\r") {
      row.push(cell);
      rows.push(row);
      row = [];
      cell = "";
    } else cell += char;
  }
  row.push(cell);
  rows.push(row);
  return rows.filter((cells) => cells.some((found) => found.trim() !== ""));
}

/** A comma inside a URL is no separator: the first line decides, if it is no URL itself. */
function separatorOf(text: string): string | null {
  const first = /^[^\r\n]*/.exec(text.replace(/^\ufeff/, ""))?.[0] ?? "";
  for (const candidate of ["\t", ";", ","]) {
    const cells = first.split(candidate);
    const isList = cells.length === 1 || (candidate !== "\t" && isBareUrl(first, cells));
    if (!isList) return candidate;
  }
  return null;
}

function isBareUrl(first: string, cells: string[]): boolean {
  return (
    !first.includes('"') &&
    looksLikeUrl(first) &&
    !cells.slice(1).some((cell) => cell === "" || /^[\w/ .-]+$/.test(cell))
  );
}

function looksLikeUrl(cell: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i.test(cell);
}

/** The column that has the most URLs; the first one where none has any. */
function readColumn(rows: string[][]): UrlFile {
  const width = Math.max(...rows.slice(0, 100).map((row) => row.length));
  const score = (column: number) => rows.filter((row) => looksLikeUrl(row[column] ?? "")).length;
  let best = 0;
  for (let column = 1; column < width; column++) if (score(column) > score(best)) best = column;
  const anyUrl = score(best) > 0;
  const cells = rows.map((row) => (row[best] ?? "").trim());
  const urls = cells.filter((cell) => cell !== "" && (!anyUrl || looksLikeUrl(cell)));
  return { urls, what: `column ${best + 1} of a CSV` };
}
