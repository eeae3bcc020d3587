/** A command of the server as an operator runs it: a process of its own, until it ends. */
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { bundledProcess } from "./bundled-process.ts";
import { QUICK_START } from "./quick-start.ts";

export interface Outcome {
  /** -1 where a signal ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface CommandOptions {
  /** In the place of the tests' own environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where it runs: whose `.env` it reads. Else where there is none: a developer's may name a bucket that is in use. */
  readonly cwd?: string;
  /** Text for its stdin. */
  readonly input?: string;
}

/** @param name of its file in `server/commands` */
export async function runCommand(
  name: string,
  words: readonly string[],
  { env = process.env, cwd = tmpdir(), input = "" }: CommandOptions = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [...QUICK_START, await bundledProcess(name), ...words], { env, cwd });
  child.stdin.on("error", () => undefined); // it may end before it has read all
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}
