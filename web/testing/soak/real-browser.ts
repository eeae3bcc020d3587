/**
 * A Chromium that is spoken to directly, as a user has it. With a window, a tab behind another one is hidden, and slowed as the
 * browser slows it: drivers such as Playwright tell every tab that it is in front. And Playwright watches the network of its
 * pages, for which Chromium keeps the answers in the page's process: six megabytes a minute of a day at full speed, none of them the page's.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { CHROMIUM, HEADLESS_SHELL, SWITCHES } from "../chromium.ts";
import { lineOf, startDisplay } from "../display.ts";
import type { Debugger } from "../page-memory.ts";
import { exitOf } from "../product.ts";

export interface PageDebugger extends Debugger {
  /** That of a worker, say, which this one is attached to. */
  at(sessionId: string): PageDebugger;
}

export interface RealTab {
  goto(url: string): Promise<void>;
  /** The value of an expression, which may be a promise; as JSON carries it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Comes to the front: every other tab of the window is hidden from then on. */
  activate(): Promise<void>;
  /** Nothing of the driver stays attached until it is asked again. */
  leaveAlone(): Promise<void>;
  /** A debugger of its own, which stays. */
  debug(): Promise<PageDebugger>;
}

export interface RealBrowser {
  readonly version: string;
  /** The group of all its processes. */
  readonly group: number;
  /** Process ids of its pages. */
  pages(): Promise<readonly number[]>;
  setCookies(url: string, cookies: string): Promise<void>;
  openTab(): Promise<RealTab>;
  close(): Promise<void>;
}

/** @param hasWindow needs a display or Xvfb */
export async function openRealBrowser({ hasWindow = true } = {}): Promise<RealBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-window-"));
  const children: ChildProcess[] = [];
  let group = 0;
  /** Debian's command is a script that waits for the browser: what it has started ends with it. @returns whether any of it is left */
  function signalBrowser(signal: "SIGTERM" | 0): boolean {
    try {
      return group !== 0 && process.kill(-group, signal);
    } catch {
      return false; // all of it has ended
    }
  }
  async function close(): Promise<void> {
    signalBrowser("SIGTERM");
    for (const child of children.toReversed()) {
      child.kill("SIGTERM");
      await exitOf(child);
    }
    for (let i = 0; i < 100 && signalBrowser(0); i++) await sleep(50); // it writes into its folder to the last
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  try {
    const display = hasWindow ? (process.env["DISPLAY"] ?? (await startDisplay(children))) : undefined;
    const browser = spawn(
      hasWindow ? CHROMIUM : HEADLESS_SHELL,
      [
        ...SWITCHES,
        "--no-default-browser-check",
        "--remote-debugging-port=0",
        "--window-size=1366,768",
        `--user-data-dir=${folder}`,
        "about:blank",
      ],
      { env: { ...process.env, DISPLAY: display }, stdio: ["ignore", "ignore", "pipe"], detached: true },
    );
    children.push(browser);
    group = browser.pid ?? 0;
    process.once("exit", () => signalBrowser("SIGTERM")); // also where the soak is ended before its time
    const address = await lineOf(browser.stderr, /DevTools listening on (ws:\S+)/);
    const wire = await openWire(address);
    const { product } = await wire.call<{ readonly product: string }>("Browser.getVersion");
    return {
      version: product,
      group,
      async pages() {
        const { processInfo } = await wire.call<Processes>("SystemInfo.getProcessInfo");
        return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      },
      async setCookies(url, cookies) {
        const list = cookies.split("; ").map((pair) => {
          const at = pair.indexOf("=");
          return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
        });
        await wire.call("Storage.setCookies", { cookies: list });
      },
      openTab: () => openTab(wire),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Processes {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[];
}

type Hear = (event: never) => void;

interface Wire {
  call<T>(method: string, params?: object, sessionId?: string): Promise<T>;
  /** Events of a session, by name. */
  heard(sessionId: string, event: string): Set<Hear>;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
}

async function openWire(address: string): Promise<Wire> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  let last = 0;
  const waiting = new Map<number, (reply: Message) => void>();
  const hearing = new Map<string, Set<Hear>>();
  function heard(sessionId: string, event: string): Set<Hear> {
    const key = `${sessionId} ${event}`;
    const known = hearing.get(key) ?? new Set();
    hearing.set(key, known);
    return known;
  }
  socket.on("message", (data: Buffer) => {
    const message: Message = JSON.parse(data.toString());
    const { id, sessionId = "", method = "", params } = message;
    if (id !== undefined) waiting.get(id)?.(message);
    else for (const hear of heard(sessionId, method)) hear(params as never);
  });
  return {
    heard,
    call: <T>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        const id = ++last;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result as T);
        });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      }),
  };
}

interface Evaluated<T> {
  readonly result: { readonly value: T };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

async function openTab(wire: Wire): Promise<RealTab> {
  const { targetId } = await wire.call<{ readonly targetId: string }>("Target.createTarget", { url: "about:blank" });
  let sessionId: string | undefined;
  const attach = async (): Promise<string> =>
    (await wire.call<{ readonly sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  async function session(): Promise<string> {
    sessionId ??= await attach();
    return sessionId;
  }
  return {
    async goto(url) {
      await wire.call("Page.navigate", { url }, await session());
    },
    async evaluate<T>(expression: string) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails: failed } = await wire.call<Evaluated<T>>(
        "Runtime.evaluate",
        params,
        await session(),
      );
      if (failed) throw new Error(failed.exception?.description ?? failed.text);
      return result.value;
    },
    async debug() {
      return debuggerOf(wire, await attach());
    },
    async activate() {
      await wire.call("Target.activateTarget", { targetId });
    },
    async leaveAlone() {
      if (sessionId !== undefined) await wire.call("Target.detachFromTarget", { sessionId });
      sessionId = undefined;
    },
  };
}

function debuggerOf(wire: Wire, sessionId: string): PageDebugger {
  const session = {
    send: (method: string, params?: object) => wire.call(method, params, sessionId),
    on: (event: string, hear: Hear) => wire.heard(sessionId, event).add(hear),
    off: (event: string, hear: Hear) => wire.heard(sessionId, event).delete(hear),
    at: (other: string) => debuggerOf(wire, other),
  };
  // Playwright's types know each method and event of the protocol by name.
  return session as unknown as PageDebugger;
}
