/** What the static tester has beside the page: a policy, an address of a service, a manifest, icons, a service worker. */

import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

const HERE = import.meta.dirname;
const ICON = readFileSync(resolve(HERE, "../public/favicon.svg"), "utf8");

export interface TesterOptions {
  /** The folder of the tester. */
  folder: string;
  /** The origin of a service that fetches live sites. Empty: there is none. */
  service: string;
}

/** The origin of a service, without a path. */
export function serviceOrigin(address: string): string {
  if (address === "") return "";
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOrigin = url !== null && url.pathname === "/" && url.search === "" && url.hash === "";
  if (!isOrigin || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new Error(`SERVICE is an origin such as https://check.shop.example, not ${address}`);
  return url.origin;
}

/** The same policy as that of the service, as far as a document can have one: it cannot say who may frame it. */
function headTags(service: string): HtmlTagDescriptor[] {
  const connect = service === "" ? "'self'" : `'self' ${service}`;
  const policy =
    `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ` +
    `connect-src ${connect}; base-uri 'none'; form-action 'self'`;
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: "meta",
    attrs,
    // Before the first script and style sheet.
    injectTo: "head-prepend",
  });
  return [
    meta({ "http-equiv": "Content-Security-Policy", content: policy }),
    meta({ name: "referrer", content: "no-referrer" }),
    meta({ name: "maycrawl-service", content: service }),
    { tag: "link", attrs: { rel: "manifest", href: "./tester.webmanifest" }, injectTo: "head" },
    { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-192.png" }, injectTo: "head" },
  ];
}

const MANIFEST = {
  name: "maycrawl: robots.txt tester",
  short_name: "robots.txt",
  description: "May this crawler fetch this URL, and why? Test a robots.txt before it goes live.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f6f7f6",
  theme_color: "#1f6f5c",
  icons: [
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "favicon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-maskable.svg", sizes: "any", type: "image/svg+xml", purpose: "maskable" },
  ],
};

function writeIcons(folder: string): void {
  // `make pictures` makes them from favicon.svg: some systems take no SVG as the icon of an application.
  for (const name of ["icon-192.png", "icon-512.png"])
    copyFileSync(join(HERE, name), join(folder, name));
  // A system cuts its own shape out of this one, so its ground has no round corners.
  writeFileSync(join(folder, "icon-maskable.svg"), ICON.replace(' rx="7"', ""));
}

/** The service worker, with the name and the hash of each file that is there. */
function writeServiceWorker(folder: string): void {
  const names = readdirSync(folder, { encoding: "utf8", recursive: true }).sort();
  const files: Record<string, string> = {};
  for (const name of names) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const hash = createHash("sha256").update(readFileSync(path)).digest("base64");
    // Many hosts redirect index.html to its folder.
    files[name === "index.html" ? "" : name.replaceAll("\\", "/")] = `sha256-${hash}`;
  }
  const list = JSON.stringify(files, null, 1);
  const build = createHash("sha256").update(list).digest("hex").slice(0, 16);
  const worker = readFileSync(join(HERE, "service-worker.js"), "utf8");
  const text = `const FILES = ${list};\nconst BUILD = "${build}";\n\n${worker}`;
  writeFileSync(join(folder, "service-worker.js"), text);
}

export function staticTester({ folder, service }: TesterOptions): Plugin {
  const origin = serviceOrigin(service);
  return {
    name: "static-tester",
    apply: "build",
    transformIndexHtml: (html) => ({
      html: html.replace(/ The API works without it: [^<]*/, ""),
      tags: headTags(origin),
    }),
    writeBundle() {
      writeFileSync(join(folder, "tester.webmanifest"), JSON.stringify(MANIFEST, null, 2));
      writeIcons(folder);
      writeServiceWorker(folder);
    },
  };
}
