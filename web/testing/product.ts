/**
 * The built product as a process of its own: a free port, a data folder that goes with it, and whatever a browser
 * test does to it, up to killing it and starting it again on the same data.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { QUICK_START } from "../../server/testing/processes/quick-start.ts";

/** The variable that names the data folder of which each product of a run begins with a copy; without it, with none. */
export const SEEDED = "SEEDED_FOLDER";
/** The variable that names the folder in which a run keeps recorded days, once they were imported. */
export const RECORDED = "RECORDED_FOLDER";
/** Another build of the server may be put to the test. */
export const SERVER = resolve(process.env["PRODUCT_SERVER"] ?? join(import.meta.dirname, "../../dist/server/main.js"));
/** Two seconds on an idle machine; a busy one may take far longer. */
const READY_WITHIN_MS = 120_000;

export type Environment = Readonly<Record<string, string>>;

/** The stocks of the simulated market of browser tests: fewer than there are, so that it starts in seconds. */
export const SIMULATED_STOCKS: readonly string[] = ["HDFCBANK", "ICICIBANK", "INFY", "RELIANCE", "TCS"];
/** A seeded market in the middle of a Friday: indices, currency and some stocks are live, each start the same. */
export const SIMULATED: Environment = {
  SIM_START: "2026-11-20T12:15",
  SIM_SEED: "7",
  SIM_SYMBOLS: ["indices", ...SIMULATED_STOCKS].join(),
};
/** NIFTY alone, on a Tuesday on which its options expire: where orders are sent, rolled and practised. */
export const EXPIRY_DAY: Environment = { SIM_START: "2026-08-18T12:15", SIM_SEED: "7", SIM_SYMBOLS: "NIFTY" };
export const DEMO = { email: "demo@strikeboard.local", password: "strikeboard" };

export interface ProductOptions {
  /** Besides PORT and DATA_DIR. */
  readonly env?: Environment;
  /** A folder of the caller's; else a temporary one, removed at the stop. */
  readonly folder?: string;
  /** Another build's main.js. */
  readonly server?: string;
  /** Of node. */
  readonly flags?: readonly string[];
}

export interface Product {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  /** Everything that all its processes have printed. */
  log(): string;
  /** Ends the process at once, and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops the process where it is: sockets stay open and say nothing. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same port and data, once it is gone. */
  restart(env?: Environment): Promise<void>;
  /** @returns the exit code of an orderly stop. */
  terminate(): Promise<number | null>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export async function startProduct({
  env = {},
  folder: given,
  server = SERVER,
  flags = QUICK_START,
}: ProductOptions = {}): Promise<Product> {
  const folder = given ?? newFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let text = "";
  let child: ChildProcess | undefined;

  async function start(more: Environment = {}): Promise<void> {
    child = run({ ...env, ...more, PORT: String(port), DATA_DIR: folder }, server, [], flags);
    child.stdout?.on("data", (bytes: Buffer) => (text += bytes.toString()));
    child.stderr?.on("data", (bytes: Buffer) => (text += bytes.toString()));
    await waitUntilReady(child, url, () => text);
  }

  const product: Product = {
    port,
    url,
    folder,
    log: () => text,
    async kill() {
      child?.kill("SIGKILL");
      await exitOf(child);
    },
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    restart: start,
    async terminate() {
      child?.kill("SIGTERM");
      return exitOf(child);
    },
    async stop() {
      child?.kill("SIGKILL");
      await exitOf(child);
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product;
}

/** A temporary data folder, which is the caller's to remove. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-e2e-"));
  const seeded = process.env[SEEDED];
  if (seeded !== undefined) cpSync(seeded, folder, { recursive: true });
  return folder;
}

/** The server's process. What the tests' own environment says of the product does not reach it. */
export function run(
  env: Environment,
  server: string = SERVER,
  words: readonly string[] = [],
  flags: readonly string[] = [],
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const inherited = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  // Elsewhere than in the project's folder, whose .env is not ours.
  return spawn(process.execPath, [...flags, server, ...words], {
    cwd: tmpdir(),
    env: { ...inherited, ...env },
    stdio: "pipe",
  });
}

/** @returns the exit code; null when a signal ended it. */
export function exitOf(child: ChildProcess | undefined): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve(child?.exitCode ?? null);
  }
  return new Promise((done) => child.once("exit", (code) => done(code)));
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server did not start:\n${log()}`);
    if (await isReady(url)) return;
    await sleep(50);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${log()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? done(address.port) : failed(new Error("no port"))));
    });
  });
}
