/**
 * Real PostgreSQL and Redis for tests, where their binaries are installed: each is started on a temporary folder and
 * a free port, and stopped with the test process.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../temporary-folder.ts";
import { freePort } from "./free-port.ts";
import { keepTemplate, TEMPLATES } from "./templates.ts";

export interface Service {
  readonly url: string;
  /** As a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The same at the same place once it has ended: PostgreSQL with what it holds, Redis empty. */
  again(): Promise<Service>;
}

const DEBIAN_POSTGRES = "/usr/lib/postgresql";
const START_MS = 20_000;

const inPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Folder of initdb and postgres, the newest installed; undefined without one. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_POSTGRES, version, "bin"));
  const inShell = inPath("initdb");
  return [...folders, ...(inShell === undefined ? [] : [join(inShell, "..")])].find((folder) =>
    existsSync(join(folder, "postgres")),
  );
}

export const findRedis = (): string | undefined => inPath("redis-server");

/** PostgreSQL refuses to run as root, so a root test run starts it as the user that the package made. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

export async function startPostgres(bin: string): Promise<Service> {
  const folder = join(temporaryFolder(), "pg");
  const user = postgresUser();
  if (user !== undefined) chownSync(join(folder, ".."), user.uid, user.gid);
  execFileSync("cp", ["-a", postgresTemplate(bin), folder]);
  return runPostgres(bin, folder, await freePort());
}

/** An empty database: copying it takes a fifth of the CPU that making it does. */
function postgresTemplate(bin: string): string {
  const [version] = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).match(/\d[\d.]*/) ?? [];
  const template = join(TEMPLATES, `postgres-${version}`);
  if (existsSync(template)) return template;
  const user = postgresUser();
  const folder = join(temporaryFolder(), "pg");
  mkdirSync(folder, { mode: 0o700 });
  if (user !== undefined) {
    chownSync(join(folder, ".."), user.uid, user.gid);
    chownSync(folder, user.uid, user.gid);
  }
  execFileSync(join(bin, "initdb"), ["-D", folder, "-U", "postgres", "--auth=trust", "-N"], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  return keepTemplate(folder, template);
}

/** @param folder of a database that was made before, with what it holds */
async function runPostgres(bin: string, folder: string, port: number): Promise<Service> {
  const settings = ["fsync=off", "max_connections=40", "shared_buffers=16MB"].flatMap((setting) => ["-c", setting]);
  const child = spawn(
    join(bin, "postgres"),
    ["-D", folder, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...settings],
    {
      ...postgresUser(),
      cwd: folder,
      stdio: "ignore",
    },
  );
  const service = stoppable(`postgresql://postgres@127.0.0.1:${port}/postgres`, child, "SIGINT", () =>
    runPostgres(bin, folder, port),
  );
  await answering(port, child);
  return service;
}

export const startRedis = async (file: string): Promise<Service> => runRedis(file, await freePort());

async function runRedis(file: string, port: number): Promise<Service> {
  const child = spawn(file, ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", temporaryFolder()], {
    stdio: "ignore",
  });
  const service = stoppable(`redis://127.0.0.1:${port}`, child, "SIGTERM", () => runRedis(file, port));
  await answering(port, child);
  return service;
}

function stoppable(url: string, child: ChildProcess, signal: NodeJS.Signals, again: () => Promise<Service>): Service {
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  process.once("exit", kill);
  const end = async (how: NodeJS.Signals): Promise<void> => {
    process.off("exit", kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(how);
    await ended;
  };
  return { url, again, stop: () => end(signal), kill: () => end("SIGKILL") };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not answer on port ${port}`);
}
