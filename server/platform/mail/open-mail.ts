/** Mail as it is configured: a mail server where one is named, else the mailbox of this machine. */
import { join } from "node:path";
import type { Registry } from "prom-client";
import type { WallClock } from "../clocks.ts";
import type { Orm } from "../database/db.ts";
import type { Env } from "../env/env.ts";
import type { Log } from "../log.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { createMailer, type Mailer } from "./mailer.ts";
import { createSmtp } from "./smtp.ts";

export interface Mail {
  readonly mailer: Mailer;
  /** Where the messages are kept; undefined where a mail server gets them. */
  readonly mailbox: Mailbox | undefined;
  stop(): void;
}

export interface MailDeps {
  readonly env: Pick<Env, "mail" | "dataDir">;
  readonly publicUrl: string;
  readonly orm: Orm;
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
}

/** Opens it; `mailer.start()` begins to send. */
export function openMail({ env, publicUrl, ...deps }: MailDeps): Mail {
  const { smtpUrl, from } = env.mail;
  const mailbox = smtpUrl === undefined ? openMailbox(join(env.dataDir, "mail"), deps.clock) : undefined;
  const sender = from ?? `Strikeboard <no-reply@${new URL(publicUrl).hostname}>`;
  const transport = mailbox ?? createSmtp(smtpUrl ?? "", sender);
  const mailer = createMailer({ ...deps, transport });
  return { mailer, mailbox, stop: () => transport.close() };
}
