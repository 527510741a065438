/** Reads a sitemap file. The service parses it. */

import { api, errorText, type SitemapFileUrls } from "./api.ts";
import { formatCount } from "./format.ts";
import { remarksOf } from "./remarks.ts";
import { MAX_URLS, type UrlImport } from "./url-list.ts";

/** The size limit of a request to the service. */
const MAX_BODY_BYTES = 4 << 20;
/** Larger files are compressed before they are sent. */
const MAX_PLAIN_BYTES = 256 << 10;

const FORMATS: Record<NonNullable<SitemapFileUrls["kind"]>, string> = {
  urlset: "a sitemap",
  index: "a sitemap index",
  rss: "an RSS feed",
  atom: "an Atom feed",
  text: "a list",
};

/** Sends a sitemap to the service and returns its URLs. `isGzip`: the file is already compressed. */
export async function readSitemapFile(file: Blob, isGzip: boolean): Promise<UrlImport> {
  const body = isGzip || file.size <= MAX_PLAIN_BYTES ? file : await compress(file);
  if (body.size > MAX_BODY_BYTES)
    throw new Error("the sitemap is larger than 4 MiB after compression. Split it");
  const { kind, urls, left_out, notes, more } = await send(body);
  if (kind === null) throw new Error(`this XML is not a sitemap: ${notes[0] ?? "it has no root"}`);
  if (kind === "index") {
    const count = formatCount(urls.length + left_out, "sitemap");
    throw new Error(
      `this is a sitemap index. It lists ${count} (${urls.slice(0, 3).join(", ")}) and no pages. Import one of these sitemaps`,
    );
  }
  return { urls, format: FORMATS[kind], leftOut: left_out, remarks: remarksOf(notes, more) };
}

async function send(body: Blob): Promise<SitemapFileUrls> {
  try {
    return await api.sitemapFile(body, MAX_URLS);
  } catch (error) {
    throw new Error(errorText(error) ?? "the request was cancelled");
  }
}

function compress(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
