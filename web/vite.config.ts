import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** The service embeds this folder. */
const PAGE = resolve(import.meta.dirname, "../crates/maycrawl-server/page");

/** Each file also as .gz: the service sends it as it is to clients that take gzip. */
function gzipped(): Plugin {
  return {
    name: "gzipped",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(PAGE)) {
        if (name.endsWith(".gz")) continue;
        const file = readFileSync(join(PAGE, name));
        const packed = gzipSync(file, { level: constants.Z_BEST_COMPRESSION });
        writeFileSync(join(PAGE, `${name}.gz`), packed);
      }
    },
  };
}

export default defineConfig({
  plugins: [gzipped()],
  build: {
    outDir: PAGE,
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    // Names without hashes: the service answers with an ETag.
    rolldownOptions: {
      output: {
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
        codeSplitting: false,
      },
    },
  },
  // For `npm run dev`: the service that answers beside it.
  server: { proxy: { "/v1": process.env.MAYCRAWL ?? "http://127.0.0.1:8080" } },
});
