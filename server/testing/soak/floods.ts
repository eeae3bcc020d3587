/**
 * What strangers on the sockets do to everybody else: how long calls of a user who is logged in take, with nothing else, while
 * 1,000 CONNECTs a second come for ten seconds, and during a burst of 20,000 and the second after it; and what 40 connections
 * that ask 600 times each leave behind. The product's own server on the embedded database. The attackers' process is started
 * and connected before anything is timed: what that takes of the machine is no flood. Needs a build.
 *
 *     npm run soak -- floods [rounds]
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../processes/free-port.ts";
import { type Login, logIn } from "../sockets/live-client.ts";
import { cpuSeconds, residentMegabytes } from "./process-figures.ts";

const MAIN = fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url));
const FLOOD = fileURLToPath(new URL("./flood.ts", import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 3);
const DEMO = ["demo@strikeboard.local", "strikeboard"] as const;
const CALL_MS = 20;
const IDLE_MS = 10_000;
/** A burst is over in a moment: the calls of this long after it count as well. */
const AFTER_MS = 1_000;
const MUST = { times: 2, ms: 100, growth: 1.2 };

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));
const server = spawn(process.execPath, [MAIN], {
  env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: String(port), SIM_SYMBOLS: "indices" },
  stdio: ["ignore", "ignore", "inherit"],
});
process.once("exit", () => server.kill("SIGKILL"));
while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await sleep(100);
const login = await logIn(url, ...DEMO);

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
const cpu = (): number => cpuSeconds(server.pid ?? 0);
const megabytes = (): number => residentMegabytes(server.pid ?? 0);

/** Calls one after another until `over`; each is answered from the database. @returns how long each took, ms */
async function callsUntil(over: Promise<unknown>, { cookie }: Login): Promise<number[]> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  over.then(end, end);
  const times: number[] = [];
  while (!isOver) {
    const from = performance.now();
    const reply = await fetch(`${url}/api/v1/settings/get?field=workspaces`, { headers: { cookie } });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`a call was answered with ${reply.status}`);
    times.push(performance.now() - from);
    await sleep(CALL_MS);
  }
  return times;
}

/** The attackers, connected. @returns what lets them go, and tells how many packets they sent */
async function flood(kind: string): Promise<() => Promise<number>> {
  const child = fork(FLOOD, [String(port), kind, login.ticket]);
  const ended = new Promise<never>((_, reject) => child.once("exit", () => reject(new Error("it ended early"))));
  ended.catch(() => undefined);
  const heard = (): Promise<unknown> => Promise.race([ended, new Promise((resolve) => child.once("message", resolve))]);
  await heard();
  return async () => {
    const sent = heard();
    child.send("go");
    return Number(await sent);
  };
}

let failed = false;
const judge = (words: string, isWell: boolean): void => {
  failed ||= !isWell;
  console.log(`${words}${isWell ? "" : " MISSED"}; load ${loadavg()[0]?.toFixed(1)}`);
};

await callsUntil(sleep(IDLE_MS / 2), login);
for (let round = 0; round < ROUNDS; round++) {
  const before = cpu();
  const idle = p95(await callsUntil(sleep(IDLE_MS), login));
  const share = (100 * (cpu() - before)) / (IDLE_MS / 1000);
  console.log(`p95 of a call: ${idle.toFixed(1)} ms with nothing else, the server at ${share.toFixed(0)} % of a core`);
  for (const [kind, words] of [
    ["steady", "1,000 CONNECTs a second"],
    ["burst", "a burst of 20,000"],
  ] as const) {
    const begin = await flood(kind);
    const [from, before] = [performance.now(), cpu()];
    const attack = begin();
    const busy = p95(
      await callsUntil(
        attack.then(() => sleep(kind === "burst" ? AFTER_MS : 0)),
        login,
      ),
    );
    const share = (100 * (cpu() - before)) / ((performance.now() - from) / 1000);
    judge(
      `  ${words} (${await attack} sent, the server at ${share.toFixed(0)} % of a core): ${busy.toFixed(1)} ms, ${(busy / idle).toFixed(2)} times (must ${MUST.times}, and ${MUST.ms} ms)`,
      busy <= MUST.times * idle && busy <= MUST.ms,
    );
    await sleep(2000);
  }
}
const before = megabytes();
await (await flood("greedy"))();
await sleep(3000);
const growth = megabytes() / before;
judge(
  `40 x 600 CONNECTs: ${before.toFixed(0)} MB before, ${megabytes().toFixed(0)} MB after, ${growth.toFixed(2)} times (must ${MUST.growth})`,
  growth <= MUST.growth,
);
server.kill("SIGKILL");
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
