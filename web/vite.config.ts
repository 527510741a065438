import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { staticTester } from "./tester/plugin.ts";

/** The service embeds this folder. */
const PAGE = resolve(import.meta.dirname, "../crates/maycrawl-server/page");

/** Writes each file also as .br and .gz. The service sends these files to clients that accept them. */
function compressFiles(): Plugin {
  return {
    name: "compress-files",
    apply: "build",
    writeBundle() {
      for (const name of readdirSync(PAGE, { encoding: "utf8", recursive: true })) {
        const path = join(PAGE, name);
        if (!statSync(path).isFile()) continue;
        const file = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(file, { level: constants.Z_BEST_COMPRESSION }));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
        };
        writeFileSync(`${path}.br`, brotliCompressSync(file, { params }));
      }
    },
  };
}

/** A page that has a service gets its first verdict from that, so it loads no module for it. */
const WITHOUT_EARLY: Plugin = {
  name: "without-early",
  enforce: "pre",
  load: (id) => (id.endsWith("/engine/check.wasm?url") ? "export default undefined;" : null),
};

/**
 * The service lets browsers keep what is in `assets/` for a year, so each name there has the hash of its content.
 */
const HASHED_NAMES = {
  entryFileNames: "assets/[name]-[hash].js",
  chunkFileNames: "assets/[name]-[hash].js",
  assetFileNames: ({ originalFileNames: [path = ""] }: { originalFileNames: string[] }) => {
    // The texts of all languages have the same names, each in the folder of its language.
    const language = /languages\/(\w+)\/\w+\.ftl$/.exec(path)?.[1];
    return `assets/[name]${language ? `-${language}` : ""}-[hash][extname]`;
  },
};

/**
 * What the first visit loads is one file. Parts that share something with what is loaded later would be files of their own, and
 * compress worse. The editor, which comes after the first verdict, is another.
 */
const FIRST_VISIT = {
  name: "page",
  test: /\/web\/src\/(?!audit|inspection-sentences|lint-pages|editor\/|views\/(?:ask-as|audit|inspect|recipes|submit)\.)/,
};
const EDITOR = { name: "editor", test: /\/web\/src\/editor\// };

/** `vite build --mode tester` builds the static tester: `scripts/tester` calls it. */
const TESTER = resolve(import.meta.dirname, process.env.MAYCRAWL_TESTER ?? "../target/tester");

export default defineConfig(({ mode }) => ({
  plugins:
    mode === "tester"
      ? [staticTester({ folder: TESTER, service: process.env.MAYCRAWL_SERVICE ?? "" })]
      : [WITHOUT_EARLY, compressFiles()],
  // The static tester works in any folder of a site.
  base: mode === "tester" ? "./" : "/",
  build: {
    outDir: mode === "tester" ? TESTER : PAGE,
    emptyOutDir: true,
    target: "es2023",
    // The document names all parts of the script: without it, a browser asks for the second when the first has come.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, parts, { hostType }) => (hostType === "html" ? parts : []),
    },
    assetsInlineLimit: 0,
    // `scripts/sizes.js` has the limit.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { ...HASHED_NAMES, codeSplitting: { groups: [FIRST_VISIT, EDITOR] } },
    },
  },
  worker: { format: "es", rolldownOptions: { output: HASHED_NAMES } },
  // `npm run dev` forwards API requests to this service.
  server: {
    proxy: { "/v1": process.env.MAYCRAWL ?? "http://127.0.0.1:8080" },
    // The texts of the languages are outside this folder.
    fs: { allow: [".."] },
  },
}));
