/** Reads a sitemap file. The service parses it. */

import { api, errorText, type SitemapFileUrls } from "./api.ts";
import { t } from "./language.ts";
import { remarksOf } from "./remarks.ts";
import { hasService } from "./service.ts";
import { MAX_URLS, type UrlImport } from "./url-list.ts";

/** The size limit of a request to the service. */
const MAX_BODY_BYTES = 4 << 20;
/** Larger files are compressed before they are sent. */
const MAX_PLAIN_BYTES = 256 << 10;

const FORMATS: Record<NonNullable<SitemapFileUrls["kind"]>, string> = {
  urlset: "sitemap-format",
  index: "sitemap-format-index",
  rss: "sitemap-format-rss",
  atom: "sitemap-format-atom",
  text: "import-list",
};

/** Sends a sitemap to the service and returns its URLs. `isGzip`: the file is already compressed. */
export async function readSitemapFile(file: Blob, isGzip: boolean): Promise<UrlImport> {
  if (!hasService) throw new Error(t("sitemap-no-service"));
  const body = isGzip || file.size <= MAX_PLAIN_BYTES ? file : await compress(file);
  if (body.size > MAX_BODY_BYTES) throw new Error(t("sitemap-too-large"));
  const { kind, urls, left_out, notes, more } = await send(body);
  if (kind === null)
    throw new Error(t("sitemap-not", { reason: notes[0] ?? t("sitemap-no-root") }));
  if (kind === "index") {
    const count = urls.length + left_out;
    throw new Error(t("sitemap-is-index", { count, urls: urls.slice(0, 3).join(", ") }));
  }
  return { urls, format: t(FORMATS[kind]), leftOut: left_out, remarks: remarksOf(notes, more) };
}

async function send(body: Blob): Promise<SitemapFileUrls> {
  try {
    return await api.sitemapFile(body, MAX_URLS);
  } catch (error) {
    throw new Error(errorText(error) ?? t("cancelled"));
  }
}

function compress(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
