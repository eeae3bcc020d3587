/** The driver of Firefox, by WebDriver BiDi, which the browser itself speaks: no other program stands between. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AXE_SOURCE, runAxe } from "../axe.ts";
import type { Driver } from "../every-screen/driver.ts";
import { exitOf } from "../product.ts";
import { type Bidi, openBidi } from "./bidi.ts";
import { type Engine, type EngineDriver, KEYS, nameIn, pressingControls } from "./engine.ts";
import type { RefusingProxy } from "./refusing-proxy.ts";

/**
 * Off: caches, since a call that is refused must be made; and the page that shows JSON in colours, which may call nothing,
 * since a login begins at one of the product's own.
 */
const PREFERENCES = ["browser.cache.disk.enable", "browser.cache.memory.enable", "devtools.jsonview.enabled"];
interface LogEntry {
  readonly level: string;
  readonly text: string | null;
  readonly source: { readonly context?: string };
}

type Evaluated =
  | { readonly type: "success"; readonly result: { readonly value?: string } }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

/** @param program its path. @param wire what it reaches the product through. */
export async function startFirefox(program: string, wire: RefusingProxy): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "strikeboard-firefox-"));
  writeFileSync(join(profile, "user.js"), PREFERENCES.map((name) => `user_pref("${name}", false);\n`).join(""));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise<string>((done, failed) => {
    let text = "";
    child.stderr.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const [, found] = /BiDi listening on (ws:\S+)/.exec(text) ?? [];
      if (found !== undefined) done(found);
    });
    child.once("error", failed);
    child.once("exit", () => failed(new Error(`Firefox did not start:\n${text}`)));
  });
  const bidi = await openBidi(url);
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  const heard = new Map<string, string[]>();
  bidi.on("log.entryAdded", (params) => {
    const { level, text, source } = params as LogEntry;
    if (level === "error") heard.get(source.context ?? "")?.push(text ?? "");
  });
  return {
    name: await nameOf(bidi),
    async newDriver() {
      const { context } = await bidi.send<{ context: string }>("browsingContext.create", { type: "tab" });
      const complaints: string[] = [];
      heard.set(context, complaints);
      return driverOf(bidi, context, wire, complaints);
    },
    async stop() {
      bidi.close();
      child.kill();
      await exitOf(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function nameOf(bidi: Bidi): Promise<string> {
  const { contexts } = await bidi.send<{ contexts: readonly { context: string }[] }>("browsingContext.getTree");
  const agent = await askIn(bidi, contexts[0]?.context ?? "", () => navigator.userAgent, undefined);
  return nameIn(agent);
}

/** Both ways pass JSON, which is the same in every engine. */
async function askIn<Answer, Argument>(
  bidi: Bidi,
  context: string,
  read: (argument: Argument) => Answer,
  argument: Argument,
): Promise<Awaited<Answer>> {
  // The transpiler names functions by a helper, also those that go into the page.
  const functionDeclaration = `async (json) => {
    const __name = (named) => named;
    return JSON.stringify((await (${read})(JSON.parse(json).argument)) ?? null);
  }`;
  const value = JSON.stringify({ argument });
  const reply = await bidi.send<Evaluated>("script.callFunction", {
    functionDeclaration,
    arguments: [{ type: "string", value }],
    target: { context },
    awaitPromise: true,
  });
  if (reply.type === "exception") throw new Error(reply.exceptionDetails.text);
  return JSON.parse(reply.result.value ?? "null");
}

function driverOf(bidi: Bidi, context: string, wire: RefusingProxy, heard: string[]): EngineDriver {
  let front: string | undefined;
  const ask: Driver["ask"] = (read, argument) => askIn(bidi, context, read, argument);
  const act = (source: object): Promise<unknown> => bidi.send("input.performActions", { context, actions: [source] });
  return {
    open: async (path) =>
      void (await bidi.send("browsingContext.navigate", {
        context,
        url: new URL(path, wire.url).href,
        wait: "complete",
      })),
    reload: async () => void (await bidi.send("browsingContext.reload", { context, wait: "complete" })),
    ask,
    ...pressingControls(ask, (place) => {
      const press = { button: 0 };
      const actions = [
        { type: "pointerMove", ...place },
        { type: "pointerDown", ...press },
        { type: "pointerUp", ...press },
      ];
      return act({ type: "pointer", id: "mouse", actions });
    }),
    async press(key) {
      const value = KEYS[key] ?? key;
      await act({ type: "key", id: "keys", actions: ["keyDown", "keyUp"].map((type) => ({ type, value })) });
    },
    resize: async (viewport) => void (await bidi.send("browsingContext.setViewport", { context, viewport })),
    async hide() {
      front = (await bidi.send<{ context: string }>("browsingContext.create", { type: "tab" })).context;
    },
    async show() {
      if (front !== undefined) await bidi.send("browsingContext.close", { context: front });
      front = undefined;
      await bidi.send("browsingContext.activate", { context });
    },
    async refuse(words) {
      const end = wire.refuse(words);
      return async () => end();
    },
    async faults(rules) {
      await bidi.send("script.evaluate", { expression: AXE_SOURCE, target: { context }, awaitPromise: false });
      return ask(runAxe, rules);
    },
    complaints: () => heard.splice(0),
    async picture() {
      const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    close: async () => void (await bidi.send("browsingContext.close", { context })),
  };
}
