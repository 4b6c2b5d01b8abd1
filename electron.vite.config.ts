import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { edgeWorker } from "./scripts/edgeWorker.mjs";
import { extension } from "./scripts/extension.mjs";
import { iconModules } from "./scripts/icons.mjs";
import { licencesModule } from "./scripts/licences.mjs";
import { readingSchemas } from "./scripts/schemas.mjs";

/** One build: the shell and the command line share the server's chunks; the renderer serves both GUIs. */
export default defineConfig({
  main: {
    plugins: [edgeWorker(), extension()],
    build: {
      // Bundled, because reading hundreds of small files is a tenth of a second of every start. The
      // others bring files of their own: the country database, the drawing binaries.
      externalizeDeps: {
        exclude: [
          "@modelcontextprotocol/server",
          "commander",
          "express",
          "htmlparser2",
          "isbot",
          "lowdb",
          "lru-cache",
          "mmdb-lib",
          "my-ua-parser",
          "temporal-polyfill",
          "zod",
        ],
      },
      outDir: "out/main",
      rollupOptions: {
        input: {
          index: resolve("src/main/entry.ts"),
          // Beside it, because it looks for the window's files from where it lies.
          shell: resolve("src/main/index.ts"),
          cli: resolve("src/cli/index.ts"),
          // The threads that use the database, draw, read the click log and read imported files, started by their
          // file names.
          databaseWorker: resolve("src/server/store/database/databaseWorker.ts"),
          drawingWorker: resolve("src/server/features/qr/drawingWorker.ts"),
          readingWorker: resolve("src/server/features/statistics/readingWorker.ts"),
          fileWorker: resolve("src/server/features/exchange/fileWorker.ts"),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      rollupOptions: {
        input: { index: resolve("src/main/preload.ts") },
        // A sandboxed preload must be CommonJS.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    plugins: [react(), iconModules(), licencesModule(), readingSchemas()],
    build: {
      outDir: "out/renderer",
      minify: true,
      // Bytes of one file that is asked for on this machine are cheap.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: { index: resolve("src/renderer/index.html") },
        // What the first screen needs comes as one file: eighty small ones cost it a third of its time.
        // So do the words of all other screens, a file a language.
        output: {
          codeSplitting: {
            groups: [
              { name: "first", tags: ["$initial"] },
              // The list of links is the first screen, and lists have words of their own.
              { name: "first.en", test: /(i18n\/en|(ui\/list|features\/links)\/words\.en)\.json$/ },
              { name: "first.fa", test: /(i18n\/fa|(ui\/list|features\/links)\/words\.fa)\.json$/ },
              { name: "words.en", test: /words\.en\.json$/ },
              { name: "words.fa", test: /(words|messages)\.fa\.json$/ },
            ],
          },
        },
      },
    },
  },
});
