/**
 * The mail server of one's own machine: messages are kept in the data folder, where the mailbox page shows them, and go
 * nowhere. They carry working links, so the files are the owner's alone.
 */
import { mkdirSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { WallClock } from "../clocks.ts";
import type { MailTransport } from "./mailer.ts";

const KEPT = 200;

const Kept = z.object({ at: z.number(), to: z.string(), subject: z.string(), text: z.string() });
/** `at` in epoch ms. */
export type KeptMessage = z.infer<typeof Kept>;

export interface Mailbox extends MailTransport {
  /** Newest first. */
  list(): Promise<readonly KeptMessage[]>;
}

/** @param folder made if it is missing. */
export function openMailbox(folder: string, clock: WallClock): Mailbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  /** File names, newest first: they begin with the time. */
  const names = async (): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith(".json")).sort((a, b) => (a < b ? 1 : -1));

  return {
    async send({ id, to, subject, text }) {
      const at = clock.now();
      const file = join(folder, `${String(at).padStart(16, "0")}-${id}.json`);
      const draft = `${file}.draft`;
      const message: KeptMessage = { at, to, subject, text };
      await writeFile(draft, JSON.stringify(message), { mode: 0o600 });
      await rename(draft, file);
      for (const old of (await names()).slice(KEPT)) await rm(join(folder, old), { force: true });
    },
    async list() {
      const read = async (name: string): Promise<KeptMessage | undefined> => {
        try {
          return Kept.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
        } catch {
          return undefined; // removed meanwhile, or not ours
        }
      };
      const messages = await Promise.all((await names()).map(read));
      return messages.filter((message) => message !== undefined);
    },
    close: () => undefined,
  };
}
