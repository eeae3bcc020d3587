/** The driver of WebKitGTK, by the classic WebDriver of its own package, in a window. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { AXE_SOURCE, runAxe } from "../axe.ts";
import { startDisplay } from "../display.ts";
import type { Size } from "../every-screen/driver.ts";
import { exitOf } from "../product.ts";
import { type Engine, type EngineDriver, KEYS, pressingControls } from "./engine.ts";
import type { RefusingProxy } from "./refusing-proxy.ts";
import { openWebDriver, type WebDriver } from "./web-driver.ts";

/** Room for the widest page and the window around it. */
const [WIDE, HIGH] = [2800, 1700];
const STARTED_WITHIN_MS = 20_000;
const POLL_MS = 100;
/** A driver's own default, 30 seconds, is shorter than some waits of the cases. */
const TIMEOUTS = { script: 120_000, pageLoad: 120_000, implicit: 0 };

/** What a page answers, and what it has complained about since. */
interface Answer {
  readonly json: string;
  readonly fault?: string;
  readonly heard: readonly string[];
}

/** @param program WebKitWebDriver. @param wire what it reaches the product through. */
export async function startWebKit(program: string, wire: RefusingProxy): Promise<Engine> {
  const children: ChildProcess[] = [];
  async function stop(): Promise<void> {
    for (const child of children.toReversed()) {
      child.kill();
      await exitOf(child);
    }
  }
  try {
    const display = process.env["DISPLAY"] ?? (await startDisplay(children, `${WIDE}x${HIGH}`));
    const port = await freePort();
    // A page's language comes from here; 'C', as on servers, is none, and formatters of numbers refuse it.
    const env = { ...process.env, DISPLAY: display, LANG: "en_IN.UTF-8", LC_ALL: "en_IN.UTF-8", LANGUAGE: "en_IN" };
    children.push(spawn(program, [`--port=${port}`], { env, stdio: "ignore" }));
    const url = `http://127.0.0.1:${port}`;
    await listening(url);
    const driver = await openWebDriver(url, { unhandledPromptBehavior: "accept", pageLoadStrategy: "normal" });
    await driver.post("/timeouts", TIMEOUTS);
    const home = await driver.get<string>("/window");
    const [, version = ""] = /Version\/([\d.]+)/.exec(await driver.post("/execute/sync", AGENT)) ?? [];
    return {
      name: `WebKitGTK ${version}`,
      newDriver: () => newDriver(driver, home, wire),
      async stop() {
        await driver.delete("").catch(() => undefined); // the window goes with the session
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const AGENT = { script: "return navigator.userAgent", args: [] };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

async function listening(url: string): Promise<void> {
  for (const end = Date.now() + STARTED_WITHIN_MS; ; await sleep(POLL_MS)) {
    const isReady = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error("WebKitWebDriver does not answer");
  }
}

/** @param home the window of the session's beginning: commands need one that is there. */
async function newDriver(driver: WebDriver, home: string, wire: RefusingProxy): Promise<EngineDriver> {
  // A window: a tab would stay behind the first one.
  const { handle } = await driver.post<{ readonly handle: string }>("/window/new", { type: "window" });
  await driver.post("/window", { handle });
  const heard: string[] = [];
  let shown: object = {};

  async function ask<Answered, Argument>(
    read: (argument: Argument) => Answered,
    argument: Argument,
  ): Promise<Awaited<Answered>> {
    const args = [JSON.stringify({ argument })];
    const { json, fault, heard: now } = await driver.post<Answer>("/execute/async", { script: scriptOf(read), args });
    heard.push(...now);
    if (fault !== undefined) throw new Error(fault);
    return JSON.parse(json);
  }

  async function act(source: object): Promise<void> {
    await driver.post("/actions", { actions: [source] });
  }

  async function resize({ width, height }: Size): Promise<void> {
    const inner = (): Promise<Size> => ask(() => ({ width: innerWidth, height: innerHeight }), undefined);
    // Bars and borders of the window come on top, and are known by what they take away.
    let [around, below] = [0, 0];
    for (let attempt = 0; attempt < RESIZES; attempt++) {
      await driver.post("/window/rect", centred(width + around, height + below));
      await sleep(RESIZED_MS);
      const is = await inner();
      if (is.width === width && is.height === height) return;
      around += width - is.width;
      below += height - is.height;
    }
    throw new Error(`the window does not become ${width} x ${height}`);
  }

  return {
    async open(path) {
      await driver.post("/url", { url: new URL(path, wire.url).href });
      await ask(listen, undefined);
    },
    async reload() {
      await driver.post("/refresh");
      await ask(listen, undefined);
    },
    ask,
    ...pressingControls(ask, ({ x, y }) => {
      const press = { button: 0 };
      const actions = [
        { type: "pointerMove", duration: 0, x, y, origin: "viewport" },
        { type: "pointerDown", ...press },
        { type: "pointerUp", ...press },
      ];
      return act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
    }),
    async press(key) {
      const value = KEYS[key] ?? key;
      await act({ type: "key", id: "keys", actions: ["keyDown", "keyUp"].map((type) => ({ type, value })) });
    },
    resize,
    // Pages of other windows are seen, as far as this engine knows: only one that is put away is hidden.
    async hide() {
      shown = await driver.get<object>("/window/rect");
      await driver.post("/window/minimize");
    },
    show: () => driver.post("/window/rect", shown),
    async refuse(words) {
      const end = wire.refuse(words);
      return async () => end();
    },
    async faults(rules) {
      await driver.post("/execute/sync", { script: AXE_SOURCE, args: [] });
      return ask(runAxe, rules);
    },
    complaints: () => heard.splice(0),
    async picture() {
      return Buffer.from(await driver.get<string>("/screenshot"), "base64");
    },
    async close() {
      await driver.delete("/window");
      await driver.post("/window", { handle: home });
    },
  };
}

/** Under the mouse, which rests in the middle: without a window manager that is what gives a window the keyboard. */
const centred = (width: number, height: number) => ({
  x: Math.max(Math.floor((WIDE - width) / 2), 0),
  y: Math.max(Math.floor((HIGH - height) / 2), 0),
  width,
  height,
});

const RESIZES = 4;
const RESIZED_MS = 300;

/** JSON both ways, and the page's complaints on the way back: this protocol has no events. */
const scriptOf = (read: unknown): string => `
  const done = arguments[arguments.length - 1];
  const __name = (named) => named; // the transpiler's helper
  const answer = (of) => done({ json: "null", ...of, heard: (globalThis.complaints ?? []).splice(0) });
  (async () => (${read})(JSON.parse(arguments[0]).argument))().then(
    (value) => answer({ json: JSON.stringify(value ?? null) }),
    (error) => answer({ fault: String(error) }),
  );`;

declare global {
  var complaints: string[] | undefined;
}

/** In the page: from now on its complaints are kept. What it said while it was loading is not heard. */
function listen(): void {
  if (globalThis.complaints !== undefined) return;
  const heard: string[] = [];
  globalThis.complaints = heard;
  const error = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    heard.push(words.map(String).join(" "));
    error(...words);
  };
  // No error: a size that changed while sizes were told is told in the next frame. WebKit says so to the page.
  const isNotice = (words: string): boolean => words.startsWith("ResizeObserver loop");
  addEventListener("error", ({ message }) => !isNotice(message) && heard.push(message));
  addEventListener("unhandledrejection", ({ reason }) => heard.push(String(reason)));
}
