/**
 * A Chromium with a window, as a user has it: a tab behind another one is hidden there, and slowed as the browser slows it.
 * Drivers such as Playwright tell every tab that it is in front; here the browser is spoken to directly, and nobody speaks to
 * a tab that is left alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { CHROMIUM } from "../chromium.ts";
import { lineOf, startDisplay } from "../display.ts";
import { exitOf } from "../product.ts";

export interface RealTab {
  goto(url: string): Promise<void>;
  /** The value of an expression, which may be a promise; as JSON carries it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Comes to the front: every other tab of the window is hidden from then on. */
  activate(): Promise<void>;
  /** Nothing of the driver stays attached until it is asked again. */
  leaveAlone(): Promise<void>;
}

export interface RealBrowser {
  readonly version: string;
  setCookies(url: string, cookies: string): Promise<void>;
  openTab(): Promise<RealTab>;
  close(): Promise<void>;
}

export async function openRealBrowser(): Promise<RealBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-window-"));
  const children: ChildProcess[] = [];
  async function close(): Promise<void> {
    for (const child of children.toReversed()) {
      child.kill("SIGTERM");
      await exitOf(child);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  try {
    const display = process.env["DISPLAY"] ?? (await startDisplay(children));
    const browser = spawn(
      CHROMIUM,
      [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-component-update",
        "--remote-debugging-port=0",
        "--window-size=1366,768",
        `--user-data-dir=${folder}`,
        "about:blank",
      ],
      { env: { ...process.env, DISPLAY: display }, stdio: ["ignore", "ignore", "pipe"] },
    );
    children.push(browser);
    const address = await lineOf(browser.stderr, /DevTools listening on (ws:\S+)/);
    const wire = await openWire(address);
    const { product } = await wire.call<{ readonly product: string }>("Browser.getVersion");
    return {
      version: product,
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

interface Wire {
  call<T>(method: string, params?: object, sessionId?: string): Promise<T>;
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function openWire(address: string): Promise<Wire> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  let last = 0;
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on("message", (data: Buffer) => {
    const reply: Reply = JSON.parse(data.toString());
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  return {
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
  async function session(): Promise<string> {
    sessionId ??= (
      await wire.call<{ readonly sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })
    ).sessionId;
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
    async activate() {
      await wire.call("Target.activateTarget", { targetId });
    },
    async leaveAlone() {
      if (sessionId !== undefined) await wire.call("Target.detachFromTarget", { sessionId });
      sessionId = undefined;
    },
  };
}
