/** A display for browsers that need a window, where this machine has none. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Why a window cannot be opened on this machine; undefined where it can. */
export function whyNoWindow(): string | undefined {
  if (process.env["DISPLAY"] !== undefined || hasCommand("Xvfb")) return undefined;
  return "neither a display nor Xvfb: install xvfb, or run it where a desktop is";
}

const hasCommand = (name: string): boolean => spawnSync("which", [name]).status === 0;

/** @param children takes the server of a display that is started. @returns what DISPLAY is to be */
export async function startDisplay(children: ChildProcess[], size = "1400x900"): Promise<string> {
  const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", `${size}x24`, "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(server);
  return `:${await lineOf(server.stdout, /^(\d+)$/)}`;
}

/** What the first group of the pattern matches in the first line that it fits. */
export function lineOf(stream: Readable | null, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stream === null) return reject(new Error("nothing is heard of it"));
    const lines = createInterface(stream);
    lines.on("line", (line) => {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) resolve(found); // the rest is read on, so that the pipe does not fill
    });
    lines.on("close", () => reject(new Error(`it ended before it said ${pattern}`)));
  });
}
