import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const APP = path.resolve(import.meta.dirname, "web/app/start-app.tsx");
const FIRST_VIEW = path.resolve(import.meta.dirname, "web/screens/option-chain-new/View.tsx");

/** What the workers' first modules import; each is fetched beside them, not after them. */
const WORKER_BASE = /\/base-[\w-]+\.js$/;

/** The first module always starts the app: the app's chunks are fetched beside it, not after it. */
const preloadApp = (): Plugin => ({
  name: "preload-app",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const app = chunks.find(({ moduleIds }) => moduleIds.includes(APP));
      const shared = chunks.filter(({ isEntry, fileName }) => !isEntry && app?.imports.includes(fileName));
      const workers = Object.values(bundle).filter(({ fileName }) => WORKER_BASE.test(fileName));
      return [...(app ? [app] : []), ...shared, ...workers].map(({ fileName }) => ({
        tag: "link",
        attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
        injectTo: "head",
      }));
    },
  },
});

/** The modules that the app and the chain's view reach by static imports: what the first screen needs. */
function reachedByFirstScreen(): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let reached: Set<string> | undefined;
  return (id, graph) => {
    if (!reached) {
      reached = new Set();
      const open = [APP, FIRST_VIEW];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (reached.has(next)) continue;
        reached.add(next);
        open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
      }
    }
    return reached.has(id);
  };
}
const isFirst = reachedByFirstScreen();

/** Seven characters tell one build from another; each chunk names all that it imports, and an eighth is a kilobyte of everything. */
const SHORT = "assets/[name]-[hash:7].js";
const SHORT_ASSET = "assets/[name]-[hash:7][extname]";

const PANELS =
  /\/web\/components\/(ordered-list\/|overlays\/(Menu\.|popover)|controls\/PasswordField|feedback\/Banner)/;

/** What builders, analyzer and portfolio value strategies with: one chunk packs better than five. */
const VALUED =
  /\/workers\/(kernel\/(payoff-profile|strategy-greeks)|market\/strategy\/\w[\w-]*|contract\/domain\/orders\/exposure|chain\/strategy\/(in-money-curve|margin-at|valuation|strategy-reader))\.ts$/;
/** What derivations are made of. */
const DERIVED = /\/workers\/(market|chain|contract|kernel)\//;
/** 'kit/series', 'grid': folders whose modules are shared by screens. */
const SHARED = /\/web\/(kit\/[^/]+|grid)\//;

/** Names of atoms are for debugging tools: the built product does without. */
const dropDebugLabels = (): Plugin => ({
  name: "drop-debug-labels",
  apply: "build",
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: /\.debugLabel = / },
    handler: (code) => ({ code: code.replace(/^\s*\w+\.debugLabel = .*;$/gm, ""), map: null }), // lines stay where they are
  },
});

/** What Jotai has for older Reacts and for debugging tools, and options of its hook that nobody here uses. */
const dropOldWays = (): Plugin => ({
  name: "drop-old-ways",
  apply: "build",
  transform: {
    filter: { id: /\/jotai\/esm\/react\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/React\.use \|\|[\s\S]*?\n\}\);/, "React.use;")
        .replace(/const \{ delay, unstable_promiseStatus.*;/, "const delay = undefined, promiseStatus = false;")
        .replace("useDebugValue(value);", ""),
      map: null,
    }),
  },
});

/** What the feed never uses of Socket.IO: ways to a server other than a WebSocket, and the stock parser. */
const dropSocketParts = (): Plugin => ({
  name: "drop-socket-parts",
  apply: "build",
  transform: {
    filter: {
      id: /\/(?:engine\.io-client\/build\/esm\/transports\/|socket\.io-client\/build\/esm\/manager\.js|socket\.io-parser\/)/,
    },
    handler: (code) => ({
      // Lines stay where they are.
      code: code.replace(/^ *(?:webtransport|polling): \w+,$/gm, "").replace("opts.parser || parser", "opts.parser"),
      map: null,
      moduleSideEffects: false,
    }),
  },
});

const WEB = path.resolve(import.meta.dirname, "web");
const sheets = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".module.css"));
sheets.sort();
/** 'bar' of the third style sheet is 'bar-2': short, since the first screen's code holds a table of these names. */
const scopedName = (name: string, file: string): string =>
  `${name}-${sheets.indexOf(path.relative(WEB, file)).toString(36)}`;

/** The name, and those of the classes that it is composed of, as the sheet's table would have them. */
function classNames(name: string, file: string): string {
  const rules = readFileSync(file, "utf8").matchAll(
    new RegExp(`\\.${name} \\{[^}]*?composes: ([\\w -]+?)(?: from "(.+?)")?;`, "g"),
  );
  const composed = Array.from(rules, ([, names = "", from]) => {
    const sheet = from === undefined ? file : path.resolve(path.dirname(file), from);
    return names.split(" ").map((one) => classNames(one, sheet));
  });
  return [scopedName(name, file), ...composed.flat()].join(" ");
}

/**
 * Writes class names where they are used: `styles["bar"]` is `"bar-2"`. Then no table of them is in the scripts, only of those
 * sheets of which a name is chosen at run time.
 */
const inlineClassNames = (): Plugin[] => [
  {
    name: "inline-class-names",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/.*\.tsx$/, code: /\.module\.css"/ },
      handler(code, id) {
        let inlined = code;
        for (const [line, table = "", sheet = ""] of code.matchAll(/^import (\w+) from ("\..*\.module\.css");$/gm)) {
          const file = path.resolve(path.dirname(id), sheet.slice(1, -1));
          inlined = inlined.replace(new RegExp(`\\b${table}\\["([\\w-]+)"\\]`, "g"), (_, name: string) =>
            JSON.stringify(classNames(name, file)),
          );
          const isRead = new RegExp(`\\b${table}\\b`).test(inlined.replace(line, ""));
          if (!isRead) inlined = inlined.replace(line, `import ${sheet};`);
        }
        return { code: inlined, map: null }; // lines stay where they are
      },
    },
  },
  {
    name: "keep-style-sheets",
    apply: "build",
    enforce: "post",
    // A sheet is part of the build, whether its table is read or not.
    transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: "no-treeshake" }) },
  },
];

/** Constants stand where they are used: their names, and how chunks hand them to each other, cost more than they do. */
const INLINED = { inlineConst: { mode: "all", pass: 3 } } as const;

/** Unit tests of twenty seconds and more. A fresh clone knows no durations: what is long would start last, alone. */
const LONGEST = [
  "feeds/simulated/compare/comparison",
  "server/recorded",
  "modules/orders/intents/histories",
  "feeds/simulated/simulated-feed",
  "modules/orders/orders",
  "brokers/sandbox/faults",
  "modules/orders/triggers/triggers",
  "modules/orders/intents/kills",
  "roles/faults",
  "server/main",
  "security/access",
  "modules/accounts/accounts",
  "orders/watching/server-fails",
  "commands/market",
].map((file) => `/${file}.test.ts`);

/** The server's files first, since the browser's are short; the longest before all, the others as they would be. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return at >= 0 ? at : LONGEST.length + (project.name === "server" ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Where `npm run dev` has the server. */
const SERVER = "http://127.0.0.1:4000";
const PRIVATE_PAGES = /^\/api\/v1\/(broker|users\/resetPassword)\//;

/** One configuration for the browser build (web and workers), the development server and the unit tests. */
export default defineConfig({
  root: "web",
  plugins: [dropDebugLabels(), dropOldWays(), inlineClassNames(), react(), preloadApp()],
  css: { modules: { generateScopedName: scopedName } },
  worker: {
    format: "es",
    plugins: () => [dropSocketParts()],
    rolldownOptions: {
      optimization: INLINED,
      output: {
        chunkFileNames: SHORT,
        comments: { annotation: false }, // for bundlers
        // What twelve derivations share is one chunk for all: it packs better than twenty, and the next screen has it already.
        codeSplitting: {
          groups: [
            { name: "comlink", test: /node_modules\/comlink\//, priority: 4 }, // the same for every worker: downloaded once
            // A worker's first module is nobody else's: WebKit runs it once more for a late chunk that imports it.
            { name: "base", test: /^(?!.*(\.worker\.ts$|\/web\/))/, tags: ["$initial"], priority: 3 },
            { name: "market", test: DERIVED, minShareCount: 12, priority: 2 },
            { name: "day", test: DERIVED, minShareCount: 9, priority: 1 }, // the day's lines: screens of one moment do without
            {
              name: "rows",
              test: /\/workers\/market\/.*(slots|time-rows|contract-lines|build-up-sums)\.ts$/,
              minShareCount: 2,
            },
            { name: "strategy", test: VALUED, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0, // the content policy allows no data: scripts, and WASM must stay a file to be streamed
    sourcemap: "hidden", // beside the chunks for who looks for a fault; what a trader loads does not name them
    manifest: true, // read by .ci/sizes.mjs
    modulePreload: {
      polyfill: false,
      // Style sheets alone. Scripts come with the chunk that imports them: Chromium keeps by its address that a preloaded module
      // could not be had, and an outage would outlast itself.
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false }, // a property is read for its value alone
      optimization: INLINED,
      output: {
        chunkFileNames: SHORT, // every chunk names those that it imports
        assetFileNames: SHORT_ASSET,
        comments: false,
        // What the first screen needs comes in three files, whatever else shares it; a screen's own code is its chunk.
        codeSplitting: {
          groups: [
            { name: "core", tags: ["$initial"], priority: 3 }, // the first module and what it needs, without React
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: (id, graph) => (isFirst(id, graph) ? "board" : undefined), debugName: "board", priority: 1 },
            { name: "screens", test: /\/web\/screens\/[^/]+\/screen\.ts$/, includeDependenciesRecursively: false }, // for menus and router
            { name: "views", test: /\/web\/app\/routing\/screens\.ts$/, includeDependenciesRecursively: false },
            // What the palette knows of workspaces is no part of their page.
            { name: "layouts", test: /\/web\/app\/workspace\/(board|pane-atoms|ready-made|open-elsewhere|layout\/)/ },
            // Tables share the cursor of charts, and need no chart.
            { name: "cursor", test: /\/web\/charts\/cursor\/cursor-bus\.ts$/, minShareCount: 12 },
            { name: "charts", test: /\/web\/charts\/|\/uplot\//, minShareCount: 12 },
            // What screens share, a chunk for each folder: their number does not grow with the number of screens.
            {
              name: (id) => SHARED.exec(id)?.[1]?.replace("/", "-"),
              debugName: "kit",
              minShareCount: 12,
              includeDependenciesRecursively: false,
            },
            // What opens on demand, and who the user is, are no part of what every screen shows.
            ...[
              { name: "panels", test: PANELS },
              { name: "orders", test: /\/web\/(components|state)\/orders\/(?!news|order-name|under-way)/ },
              { name: "components", test: /\/web\/components\// },
              {
                name: "account",
                test: /\/web\/state\/(api\.|account\/(account|broker|connected-broker|days-left|sign-up|trading)\.)/,
              },
              { name: "time", test: /\/web\/state\/clock\/(history|replay)\./ },
            ].map((group) => ({ ...group, minShareCount: 6, includeDependenciesRecursively: false })),
            { name: "shell", test: /\/web\/app\//, minShareCount: 12, includeDependenciesRecursively: false }, // what pages and panels share
            // Small parts that some screens or pages share, by what they are about: alone they pack badly, and each is a request.
            ...[
              { name: "saved", test: /\/web\/state\/(saved|clock|pane|market)\// },
              { name: "parts", test: /\/web\/components\/(controls|overlays|feedback|ordered-list|link)\// },
              // What is asked before orders are shown comes without them.
              {
                name: "order",
                test: /\/web\/(components\/orders\/|state\/orders\/(?!news|order-name|under-way|guards))/,
              },
            ].map((group) => ({ ...group, minShareCount: 3, includeDependenciesRecursively: false })),
            ...[
              { name: "page", test: /\/web\/app\/(forms|routing|shell)\// },
              { name: "under-way", test: /\/web\/state\/orders\/(order-name|under-way)/ },
              {
                name: "basket",
                test: /\/web\/(components\/(basket|orders)|state\/orders)\/(?!.*(news|guards|draft|gtt|handoff))/,
              },
              {
                name: "bits",
                test: /\/web\/(components\/(set-text|save-file|panel\/drag-bounds)|frame\/fit-canvas|kit\/(table\/table-part|strategy\/link\/link-prefix)|state\/pane\/wanted-strike)\.ts$/,
              },
              { name: "notes", test: /\/web\/kit\/pane\/(Caveat|ViewButton|LotButton)\.tsx$/ },
              {
                name: "labels",
                test: /\/web\/kit\/(series\/(last-of|line-label|lakh-axis|legend-setting|visible-lines|EmaSelect|LineFigure)|pane\/(use-letter-name|PaneChart))\.tsx?$/,
              },
              {
                name: "terms",
                test: /\/workers\/contract\/(domain\/(clock|date-words|record-of|crossing|formula\/condition|reference\/(lots|ticks)|choices\/frames|strategy\/(figures|legs|attribution|analyzer-limits))|worker\/(watch|job|own-future-expiries))\.ts$/,
              },
              { name: "words", test: /\/web\/(format\/(count-words|time-text)|kit\/pricing\/age-words)/ },
              { name: "brokers", test: /\/web\/app\/brokers\/(?!BrokerMark)/ }, // the mark stands in menus
              { name: "books", test: /\/web\/app\/dashboard\// },
              { name: "alerts", test: /\/web\/kit\/alerts\// },
              { name: "futures", test: /\/web\/kit\/futures\// },
              { name: "strikes", test: /\/web\/kit\/strikes\// },
              { name: "keeping", test: /\/web\/kit\/strategy\/keeping\// },
              {
                name: "legs",
                test: /\/web\/kit\/strategy\/(legs\/(contract-name|marks|book)|StrategyPanel|strategy-pane)\./,
              },
            ].map((group) => ({ ...group, minShareCount: 2, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
  server: {
    port: 4001,
    // As objects, which leave the Host as it is: by it the server knows what a provider leads back to.
    proxy: {
      "/api": {
        target: SERVER,
        // Pages under the API's prefix are the app's: its sources, not what was built last.
        bypass: ({ url = "", headers }) =>
          PRIVATE_PAGES.test(url) && headers.accept?.includes("text/html") ? "/index.html" : undefined,
      },
      "/practice/": { target: SERVER },
      "/dev/": { target: SERVER },
      "/socket.io": { target: SERVER, ws: true },
      "/live": { target: SERVER, ws: true },
    },
  },
  test: {
    root: ".",
    // Files leave nothing behind: they share a process, which loads what they import once. Of the server's that takes a
    // third of their CPU away.
    isolate: false,
    projects: [
      { extends: true, test: { name: "browser", include: ["{web,workers}/**/*.test.{ts,tsx}"] } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["{server,assembly,bench}/**/*.test.ts", ".ci/*.test.mjs"],
          globalSetup: "server/testing/whole-run.ts",
          setupFiles: ["server/testing/each-file.ts"],
        },
      },
    ],
    // Many tests wait for servers: two for two cores would leave a third of them idle. A share is cut at the number of cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    setupFiles: process.env["CI"] ? [".ci/property-seed.mjs"] : [],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
