/** A deployment of several processes on one machine: feeds and edges as an operator starts them, on real services. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./services.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const START_MS = 60_000;

export interface Member {
  readonly url: string;
  readonly port: number;
  readonly pid: number | undefined;
  /** Everything it has printed since its last start. */
  readonly output: string;
  /** Starts it, again if it ended; does not wait. */
  start(): void;
  /** Resolves when `/readyz` is well. */
  ready(): Promise<void>;
  metrics(): Promise<string>;
  /** As a crash would: nothing is tidied up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @param environment of every process, besides its port. */
export async function createMember(environment: Readonly<Record<string, string>>): Promise<Member> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = "";

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
    start() {
      output = "";
      child = spawn(process.execPath, ["--import", "tsx", MAIN], {
        cwd: ROOT,
        env: { PATH: process.env["PATH"], ...environment, PORT: String(port) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (bytes) => {
          output += bytes;
        });
      }
    },
    async ready() {
      const deadline = Date.now() + START_MS;
      while (Date.now() < deadline) {
        if (child !== undefined && child.exitCode !== null) throw new Error(`a process ended: ${output}`);
        if (await isReady(url)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`a process is not ready: ${output}`);
    },
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
