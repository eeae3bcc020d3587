/** The process as the operator sees it: what it prints, how it ends, and what it refuses. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundledProcess } from "./testing/processes/bundled-process.ts";
import { runCommand } from "./testing/processes/command.ts";
import { freePort } from "./testing/processes/free-port.ts";
import { QUICK_START } from "./testing/processes/quick-start.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const START_MS = 60_000;

interface Run {
  readonly child: ChildProcess;
  out: string;
  err: string;
}

const runs: Run[] = [];
afterEach(() => {
  for (const { child } of runs.splice(0)) child.kill("SIGKILL");
});

async function run(env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, [...QUICK_START, await bundledProcess("main")], {
    cwd: tmpdir(), // a developer's .env is not there
    // The smallest market is ready soonest.
    env: { PATH: process.env["PATH"], SIM_SYMBOLS: "FINNIFTY", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started: Run = { child, out: "", err: "" };
  child.stdout?.on("data", (bytes) => {
    started.out += bytes;
  });
  child.stderr?.on("data", (bytes) => {
    started.err += bytes;
  });
  runs.push(started);
  return started;
}

async function untilReady(started: Run): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!started.out.includes("Data folder:")) {
    if (started.child.exitCode !== null || Date.now() > deadline) throw new Error(`did not start: ${started.err}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function exitCode(started: Run): Promise<number | null> {
  if (started.child.exitCode === null) await once(started.child, "exit");
  return started.child.exitCode;
}

/** It ends with an error, and says why in exactly one line. */
async function expectRefusal(env: Record<string, string>, why: RegExp): Promise<void> {
  const refused = await run(env);
  expect(await exitCode(refused)).toBe(1);
  expect(refused.err.trim().split("\n")).toHaveLength(1);
  expect(refused.err).toMatch(why);
  expect(refused.out).toBe("");
}

describe("a server that runs", () => {
  test("tells where it is, keeps others off its folder and port, stops when asked, and starts again", {
    timeout: 180_000,
  }, async () => {
    const folder = join(temporaryFolder(), "data");
    const port = String(await freePort());
    const first = await run({ DATA_DIR: folder, PORT: port });
    await untilReady(first);
    expect(first.out).toContain(`Strikeboard is ready at http://localhost:${port}`);
    expect(first.out).toContain("demo@strikeboard.local, password strikeboard");
    const password = /admin@strikeboard\.local, password (\S{16})/.exec(first.out)?.[1];
    expect(password).toBeDefined();

    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const login = await fetch(`${url}/api/v1/users/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "admin@strikeboard.local", password, fingerprint: "f" }),
    });
    expect(login.status).toBe(200);
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";

    await expectRefusal(
      { DATA_DIR: folder, PORT: "0" },
      new RegExp(`in use by another Strikeboard \\(process ${first.child.pid}\\)`),
    );
    await expectRefusal({ DATA_DIR: temporaryFolder(), PORT: port }, new RegExp(`Port ${port} on 127.0.0.1 is in use`));

    const asked = Date.now();
    first.child.kill("SIGTERM");
    expect(await exitCode(first)).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    expect(first.err).toBe("");

    // A killed server leaves nothing that keeps the next one out, and its sessions live on.
    const second = await run({ DATA_DIR: folder, PORT: port });
    await untilReady(second);
    second.child.kill("SIGKILL");
    await exitCode(second);
    const third = await run({ DATA_DIR: folder, PORT: port });
    await untilReady(third);
    expect(third.out).not.toContain("Admin login");
    expect((await fetch(`${url}/api/v1/users/account`, { headers: { cookie } })).status).toBe(200);
    third.child.kill("SIGINT");
    expect(await exitCode(third)).toBe(0);
  });
});

describe("a server that cannot start says why in one line", () => {
  test("a wrong environment", () => expectRefusal({ PORT: "abc", FEED: "nse" }, /PORT: .*; FEED: must be simulated/));

  test("a port that another program has", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expectRefusal({ DATA_DIR: temporaryFolder(), PORT: String(port) }, /is in use: stop the program that has it/);
    other.close();
  });

  const disk = smallDisk();
  const newer = temporaryFolder();
  writeFileSync(join(newer, "version"), "2\n");
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, "secrets.json"), "");
  const at = (DATA_DIR: string, more: Record<string, string> = {}) => ({ DATA_DIR, PORT: "0", ...more });
  // Nothing listens on the first port.
  const DATABASE_URL = "postgresql://u:hunter2@127.0.0.1:1/d";
  const attempts: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    [
      "a host that is not ours",
      at(temporaryFolder(), { HOST: "192.0.2.1", ALLOW_DEMO: "1" }),
      /^HOST=192.0.2.1 is not an address/,
    ],
    ["data of a newer version", at(newer), /written by a newer Strikeboard/],
    ["a folder that cannot be written", at("/proc/strikeboard"), /cannot be written/],
    ["a damaged secret", at(damaged), /secrets.json is damaged/],
    [
      "a database that does not answer",
      at(temporaryFolder(), { DATABASE_URL }),
      /^(?!.*hunter2).*Cannot reach the database/,
    ],
    ["nothing to show without a feed", at(temporaryFolder(), { FEED: "none" }), /FEED=none|no day|nothing/i],
    ["a recorded day that is not there", at(temporaryFolder(), { FEED: "recorded:2020-01-02" }), /2020-01-02/],
    // Mounting needs root; the same check without a real disk is in platform/data-folder/data-folder.test.ts.
    ...(disk === undefined
      ? []
      : [["a full disk", at(join(disk, "data")), /disk of the data folder .* is full \(1 MB free/] as const]),
  ];
  let lines: readonly string[];
  beforeAll(async () => {
    const envs = attempts.map(([, env]) => ({ SIM_SYMBOLS: "FINNIFTY", ...env }));
    const { code, out, err } = await runCommand("start-attempts", [JSON.stringify(envs)]);
    expect([code, err]).toEqual([0, ""]);
    lines = out.trim().split("\n");
    expect(lines).toHaveLength(attempts.length);
  }, START_MS * 3);
  test.each(attempts.map(([what, , why], i) => [what, i, why] as const))("%s", (_, i, why) => {
    expect(lines[i]).toMatch(why);
  });
});

/** A disk of 2 MB with half of it taken; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  afterAll(() => execFileSync("umount", ["-l", folder], { stdio: "ignore" }));
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "taken"), Buffer.alloc(600_000));
  return folder;
}
