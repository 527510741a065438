import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** The service embeds this folder. */
const PAGE = resolve(import.meta.dirname, "../crates/maycrawl-server/page");

/** Writes each file also as .gz. The service sends these files to clients that accept gzip. */
function gzipFiles(): Plugin {
  return {
    name: "gzip-files",
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
  plugins: [gzipFiles()],
  build: {
    outDir: PAGE,
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    // The names have no hashes, because the service sends an ETag.
    rolldownOptions: {
      output: {
        entryFileNames: "app.js",
        // The texts of a language: page-ko.ftl.
        assetFileNames: ({ originalFileNames: [path = ""] }) => {
          const language = /languages\/(\w+)\/page\.ftl$/.exec(path)?.[1];
          return language ? `page-${language}.ftl` : "app[extname]";
        },
        codeSplitting: false,
      },
    },
  },
  // `npm run dev` forwards API requests to this service.
  server: {
    proxy: { "/v1": process.env.MAYCRAWL ?? "http://127.0.0.1:8080" },
    // The texts of the languages are outside this folder.
    fs: { allow: [".."] },
  },
});
