/** Imports URLs from a file: a plain list, a CSV or a sitemap, each also as .gz. */

import { t } from "./language.ts";
import { readSitemapFile } from "./sitemap-file.ts";
import { readWithLimit } from "./streams.ts";
import { looksLikeUrl, parseUrlList, type UrlImport } from "./url-list.ts";

/** The size limit of a sitemap is 50 MiB. A .gz that unpacks to more may be an attack. */
const MAX_FILE_BYTES = 52_428_800;

export async function readUrlFile(file: Blob): Promise<UrlImport> {
  if (file.size > MAX_FILE_BYTES) throw new Error(t("import-too-large"));
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip
    ? await readWithLimit(
        file.stream().pipeThrough(new DecompressionStream("gzip")),
        MAX_FILE_BYTES,
      )
    : new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  return /^\s*</.test(text) ? readSitemapFile(file, isGzip) : readUrlText(text);
}

function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.includes(0)) throw new Error(t("import-no-text"));
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  const replacements = text.split("\ufffd").length - 1;
  if (replacements > 10 && replacements > text.length / 100) throw new Error(t("import-not-utf8"));
  return text;
}

/** Reads a list or a CSV. */
export function readUrlText(text: string): UrlImport {
  const rows = parseCsv(text);
  if (rows.some((row) => row.length > 1)) return readColumn(rows);
  const urls = parseUrlList(rows.map((row) => row[0] ?? "").join("\n"));
  // The first line may be a header.
  if (/^"?(?:urls?|address|loc|page|link)"?$/i.test(urls[0] ?? "")) urls.shift();
  return { urls, format: t("import-list") };
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

/**
 * Detects the separator from the first line; a comma inside a URL is none. A copied table may have its title above it, and
 * only a table has tabs.
 */
function detectSeparator(text: string): string | null {
  const first = /^[^\r\n]*/.exec(text.replace(/^\ufeff/, ""))?.[0] ?? "";
  for (const candidate of ["\t", ";", ","]) {
    const cells = first.split(candidate);
    const isList = cells.length === 1 || (candidate !== "\t" && isBareUrl(first, cells));
    if (!isList) return candidate;
  }
  return text.includes("\t") ? "\t" : null;
}

function isBareUrl(first: string, cells: string[]): boolean {
  return (
    !first.includes('"') &&
    looksLikeUrl(first) &&
    !cells.slice(1).some((cell) => cell === "" || /^[\w/ .-]+$/.test(cell))
  );
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
  return { urls, format: t("import-column", { column: best + 1 }) };
}
