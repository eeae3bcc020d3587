import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The first module always starts the app: the app's chunks are fetched beside it, not after it. */
const preloadApp = (): Plugin => ({
  name: "preload-app",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/app/start-app.tsx"));
      const shared = chunks.filter(({ isEntry, fileName }) => !isEntry && app?.imports.includes(fileName));
      return [...(app ? [app] : []), ...shared].map(({ fileName }) => ({
        tag: "link",
        attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
        injectTo: "head",
      }));
    },
  },
});

const SHARED = /node_modules\/(react|jotai)\/|\/web\/(app|components|format|frame|grid|state|styles)\//;
/** Of that, what only the shell's own pages, menus, toasts and dialogs share: no part of the first screen. */
const PAGES = new RegExp(
  [
    "/web/app/(?!shell/)[^/]+/",
    "/web/app/shell/(FormPage|form-page|use-briefly)",
    "/web/components/(Dialog|Menu|PasswordField|TextField|dialog|drag-bounds|go-to-day-toast|menu|text-field)\\.",
    "/web/components/toasts/",
    "/web/app/path-tail\\.",
    "/web/state/(account|alerts|api|connected-broker|days-left|login|payments|referral|sign-up|trading)\\.",
  ].join("|"),
);

/** One configuration for the browser build (web and workers), the development server and the unit tests. */
export default defineConfig({
  root: "web",
  plugins: [react(), preloadApp()],
  worker: { format: "es" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0, // the content policy allows no data: scripts, and WASM must stay a file to be streamed
    sourcemap: true,
    manifest: true, // read by .ci/sizes.mjs
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A few chunks for what pages share, in place of a dozen: fewer requests, and one gzip window.
        codeSplitting: {
          groups: [
            { name: "core", tags: ["$initial"], priority: 2 }, // the first module and what it needs, without React
            {
              name: "board",
              test: (id: string) => SHARED.test(id) && !PAGES.test(id),
              minShareCount: 2,
              priority: 1,
            },
            { name: "pages", test: PAGES, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 4001,
    proxy: {
      "/api": "http://127.0.0.1:4000",
      "/socket.io": { target: "http://127.0.0.1:4000", ws: true },
      "/live": { target: "http://127.0.0.1:4000", ws: true },
    },
  },
  test: {
    root: ".",
    include: ["{web,workers,server,assembly}/**/*.test.{ts,tsx}"],
    maxWorkers: "100%", // many tests wait for servers: of two cores, the one left free by default would idle
    setupFiles: process.env["CI"] ? [".ci/property-seed.mjs"] : [],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
