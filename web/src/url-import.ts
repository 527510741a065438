/** Imports URLs from a file: a plain list, a CSV or a sitemap, each also as .gz. */

import { formatCount } from "./format.ts";
import { readWithLimit } from "./streams.ts";
import { parseUrlList } from "./url-list.ts";

export interface UrlImport {
  urls: string[];
  /** The format of the file, as text for the user. */
  format: string;
}

/** The size limit of a sitemap is 50 MiB. A .gz that unpacks to more may be an attack. */
const MAX_FILE_BYTES = 52_428_800;

export async function readUrlFile(file: Blob): Promise<UrlImport> {
  if (file.size > MAX_FILE_BYTES) throw new Error("the file is larger than 50 MiB");
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip
    ? await readWithLimit(
        file.stream().pipeThrough(new DecompressionStream("gzip")),
        MAX_FILE_BYTES,
      )
    : new Uint8Array(await file.arrayBuffer());
  return readUrlText(decodeText(bytes));
}

function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.includes(0)) throw new Error("this is not a text file");
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  const replacements = text.split("\ufffd").length - 1;
  if (replacements > 10 && replacements > text.length / 100)
    throw new Error("this is not a text file in UTF-8");
  return text;
}

export function readUrlText(text: string): UrlImport {
  if (/^\s*</.test(text)) return readSitemap(text);
  const rows = parseCsv(text);
  if (rows.some((row) => row.length > 1)) return readColumn(rows);
  const urls = parseUrlList(rows.map((row) => row[0] ?? "").join("\n"));
  // The first line may be a header.
  if (/^"?(?:urls?|address|loc|page|link)"?$/i.test(urls[0] ?? "")) urls.shift();
  return { urls, format: "a list" };
}

function readSitemap(xml: string): UrlImport {
  const root = /<(?:([\w.-]+):)?(urlset|sitemapindex)[\s>]/.exec(xml);
  if (!root) throw new Error("this XML is not a sitemap: it has neither urlset nor sitemapindex");
  const prefix = root[1] ? `${root[1]}:` : "";
  const urls = Array.from(
    xml
      .replace(/<!--[\s\S]*?-->/g, "")
      .matchAll(new RegExp(`<${prefix}loc>([\\s\\S]*?)</${prefix}loc>`, "g")),
    (found) => decodeXmlText(found[1] ?? "").trim(),
  ).filter((url) => url !== "");
  if (root[2] === "sitemapindex") {
    const examples = urls.slice(0, 3).join(", ");
    throw new Error(
      `this is a sitemap index. It lists ${formatCount(urls.length, "sitemap")} (${examples}) and no pages. Import one of these sitemaps`,
    );
  }
  return { urls, format: "a sitemap" };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeXmlText(xml: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(xml);
  if (cdata) return cdata[1] ?? "";
  return xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Parses CSV (RFC 4180). The first line determines the separator. */
export function parseCsv(text: string): string[][] {
  const separator = detectSeparator(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
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

/** Detects the separator from the first line. A comma inside a URL is not a separator. */
function detectSeparator(text: string): string | null {
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

/** Reads the column with the most URLs, or the first column if there are no URLs. */
function readColumn(rows: string[][]): UrlImport {
  const width = Math.max(...rows.slice(0, 100).map((row) => row.length));
  const score = (column: number) => rows.filter((row) => looksLikeUrl(row[column] ?? "")).length;
  let best = 0;
  for (let column = 1; column < width; column++) if (score(column) > score(best)) best = column;
  const anyUrl = score(best) > 0;
  const cells = rows.map((row) => (row[best] ?? "").trim());
  const urls = cells.filter((cell) => cell !== "" && (!anyUrl || looksLikeUrl(cell)));
  return { urls, format: `column ${best + 1} of a CSV` };
}
