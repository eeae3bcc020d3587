/** A deployment of several processes on one machine: feeds and edges as an operator starts them, on real services. */
import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { bundledProcess } from "./bundled-process.ts";
import { freePort } from "./free-port.ts";

const START_MS = 60_000;
const AGAIN_MS = 200;
/** Of what a process said before it ended by itself. */
const LAST_LINES = 5;

export interface Member {
  readonly url: string;
  readonly port: number;
  readonly pid: number | undefined;
  /** Everything it has printed since its last start. */
  readonly output: string;
  /** What it said last each time that it ended by itself, and was started again as a supervisor would. */
  readonly failures: readonly string[];
  /** Starts it; does not wait. */
  start(): void;
  /** Resolves when `/readyz` is well. */
  ready(): Promise<void>;
  metrics(): Promise<string>;
  /** Stops the process where it is: its connections stay open and say nothing. */
  freeze(): void;
  thaw(): void;
  /** As a crash would: nothing is tidied up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param environment of the process, besides its port
 * @param built what node is to run; the server as it stands in the sources unless told
 */
export async function createMember(environment: Readonly<Record<string, string>>, built?: string): Promise<Member> {
  const main = built ?? (await bundledProcess("main"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = "";
  const failures: string[] = [];

  function start(): void {
    output = "";
    const own = spawn(process.execPath, [main], {
      cwd: tmpdir(), // a developer's .env is not there
      env: { PATH: process.env["PATH"], ...environment, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = own;
    for (const stream of [own.stdout, own.stderr]) {
      stream.on("data", (bytes) => {
        output += bytes;
      });
    }
    own.once("exit", () => {
      if (child !== own) return;
      failures.push(output.trimEnd().split("\n").slice(-LAST_LINES).join("\n"));
      setTimeout(() => {
        if (child === own) start();
      }, AGAIN_MS);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  }
  process.once("exit", () => child?.kill("SIGKILL"));

  return {
    url,
    port,
    get pid() {
      return child?.pid;
    },
    get output() {
      return output;
    },
    failures,
    start,
    async ready() {
      const deadline = Date.now() + START_MS;
      while (Date.now() < deadline) {
        if (await isReady(url)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`a process is not ready: ${output}`);
    },
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Of two feeds the one that leads, while the other stands by; undefined while one of them is starting. */
export async function leaderOf(feeds: readonly Member[]): Promise<Member | undefined> {
  const texts = await Promise.all(feeds.map((feed) => feed.metrics().catch(() => "")));
  const stands = texts.some((text) => /^feed_leads 0$/m.test(text));
  return stands ? feeds.find((_, i) => /^feed_leads 1$/m.test(texts[i] ?? "")) : undefined;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
