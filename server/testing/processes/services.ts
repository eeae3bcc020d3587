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
import { madeOnce, TEMPLATES } from "./made-once.ts";

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
  return runPostgres(bin, await copyPostgres(bin, temporaryFolder()), await freePort());
}

/**
 * One that nobody has to stop: it ends with this process. A process of tests is killed at its end, and hears nothing of it; a
 * pipe closes all the same, and the shell that waits at it ends PostgreSQL. The shell ends with PostgreSQL, too.
 * @param parent an empty folder, of which it makes its own. @returns its URL. @throws Error where PostgreSQL does not start
 */
export async function keepPostgres(bin: string, parent: string): Promise<string> {
  const folder = await copyPostgres(bin, parent);
  const port = await freePort();
  const guard = [
    "-c",
    // What runs in the background has no stdin of its own.
    '"$@" & pg=$!; exec 3<&0; { read -r line <&3; kill -QUIT $pg; } & wait $pg; code=$?; kill $!; exit $code',
    "sh",
    join(bin, "postgres"),
    ...postgresWords(folder, port),
  ];
  const child = spawn("sh", guard, { ...postgresUser(), cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
  child.unref();
  await answering(port, child);
  return postgresUrl(port);
}

/** @returns the folder of an empty database */
async function copyPostgres(bin: string, parent: string): Promise<string> {
  const folder = join(parent, "pg");
  const user = postgresUser();
  if (user !== undefined) chownSync(parent, user.uid, user.gid);
  execFileSync("cp", ["-a", await postgresTemplate(bin), folder]); // keeps owner and rights, on which PostgreSQL insists
  return folder;
}

/** An empty database: copying it takes a fifth of the CPU that making it does. */
function postgresTemplate(bin: string): Promise<string> {
  const [version] = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).match(/\d[\d.]*/) ?? [];
  return madeOnce(join(TEMPLATES, `postgres-${version}`), async (draft) => {
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
    execFileSync("cp", ["-a", folder, draft]);
  });
}

/** @param folder of a database that was made before, with what it holds */
async function runPostgres(bin: string, folder: string, port: number): Promise<Service> {
  const child = spawn(join(bin, "postgres"), postgresWords(folder, port), {
    ...postgresUser(),
    cwd: folder,
    stdio: "ignore",
  });
  const service = stoppable(postgresUrl(port), child, "SIGINT", () => runPostgres(bin, folder, port));
  await answering(port, child);
  return service;
}

const postgresUrl = (port: number): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;

/** What it writes outlives a kill of it, and no power cut. Its databases are young, and dropped soon: nothing is vacuumed. */
const POSTGRES_SETTINGS = [
  ...["fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"],
  ...["autovacuum=off", "max_connections=40", "shared_buffers=16MB"],
].flatMap((setting) => ["-c", setting]);

function postgresWords(folder: string, port: number): readonly string[] {
  return ["-D", folder, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...POSTGRES_SETTINGS];
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
