/** The master secret from which every other one is derived, each for one purpose. */
import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "./start-error.ts";

export interface Secrets {
  /** 32 bytes for one purpose ('user settings') and one subject (a user's id), by HKDF-SHA256. */
  derive(purpose: string, subject: string): Buffer;
}

const Stored = z.object({ master: z.string().regex(/^[0-9a-f]{64}$/) });

export function secretsFrom(master: Buffer): Secrets {
  return {
    derive: (purpose, subject) => Buffer.from(hkdfSync("sha256", master, subject, `strikeboard/v1/${purpose}`, 32)),
  };
}

/** The configured secret, else the one of the data folder, made on first start. @throws StartError if that is damaged. */
export function openSecrets(configured: string | undefined, folder: string): Secrets {
  if (configured !== undefined) return secretsFrom(Buffer.from(configured));
  const file = join(folder, "secrets.json");
  if (!existsSync(file)) create(file);
  const stored = Stored.safeParse(parse(readFileSync(file, "utf8")));
  if (!stored.success) {
    throw new StartError(`${file} is damaged: restore it from a backup. Deleting it would lose every sealed setting.`);
  }
  return secretsFrom(Buffer.from(stored.data.master, "hex"));
}

/** Appears whole or not at all, and never replaces one that is there. */
function create(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ master: randomBytes(32).toString("hex") })}\n`, {
    mode: 0o600,
    flush: true,
  });
  linkSync(draft, file);
  rmSync(draft);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
