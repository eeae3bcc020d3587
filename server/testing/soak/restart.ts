/**
 * How long a start takes, from an empty folder and after each of many kills with the journal of nearly a whole day: seconds
 * until `/readyz` is well, and seconds of CPU until then, which a busy machine changes less. Needs a build.
 *
 *     npm run soak -- restart [kills]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../processes/free-port.ts";
import { cpuSeconds, residentMegabytes } from "./process-figures.ts";

const MAIN = fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url));
const KILLS = Number(process.argv[2] ?? 20);
/** Two minutes before the equity close: the journal has the whole day. */
const START = "2026-11-20T15:28";
const MUST_SECONDS = 8;
/** Between being ready and being killed: a minute may close, and rooms be made. */
const ALIVE_MS = [500, 30_000] as const;

interface StartFigures {
  readonly seconds: number;
  readonly cpu: number;
  readonly megabytes: number;
}

const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));

async function isReady(): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return reply?.ok === true;
}

async function start(): Promise<{ readonly child: ChildProcess; readonly figures: StartFigures }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: join(folder, "data"),
      PORT: String(port),
      SIM_START: START,
      SIM_SEED: "7",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { pid = 0 } = child;
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    await sleep(20);
  }
  const seconds = (performance.now() - begun) / 1000;
  return { child, figures: { seconds, cpu: cpuSeconds(pid), megabytes: residentMegabytes(pid) } };
}

const words = ({ seconds, cpu, megabytes }: StartFigures): string =>
  `ready after ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${megabytes.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`;

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

const restarts: StartFigures[] = [];
let running: ChildProcess | undefined;
process.once("exit", () => running?.kill("SIGKILL"));
const cold = await start();
running = cold.child;
console.log(`empty folder: ${words(cold.figures)}`);
// The journal has the whole market once every room is made.
await sleep(ALIVE_MS[1]);
for (let i = 0; i < KILLS; i++) {
  await kill(running);
  const again = await start();
  running = again.child;
  restarts.push(again.figures);
  console.log(`kill ${i + 1}: ${words(again.figures)}`);
  await sleep(i % 4 === 3 ? ALIVE_MS[1] : ALIVE_MS[0]);
}
console.log(`at the end: ${residentMegabytes(running.pid ?? 0).toFixed(0)} MB`);
await kill(running);
rmSync(folder, { recursive: true, force: true });
const p95 = (of: keyof StartFigures): number => {
  const sorted = restarts.map((figures) => figures[of]).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
};
if (restarts.length > 0)
  console.log(
    `p95 of ${KILLS}: ${p95("seconds").toFixed(1)} s, ${p95("cpu").toFixed(1)} s of CPU (must ${MUST_SECONDS} s)`,
  );
process.exitCode = p95("seconds") > MUST_SECONDS ? 1 : 0;
