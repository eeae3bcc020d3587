/**
 * E-mail: queued in the database with whatever it belongs to, composed and sent in the background by whichever process
 * takes it, tried again until it goes or a day is over. A request never waits for a mail server, and a message that was
 * promised survives a crash. A message may arrive twice where a process dies between sending and noting it.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { Counter, type Registry } from "prom-client";
import type { WallClock } from "../clocks.ts";
import { time } from "../database/columns.ts";
import type { Orm, Transaction } from "../database/db.ts";
import type { Log } from "../log.ts";

export type MailData = Readonly<Record<string, string>>;

export interface MailRequest {
  /** Whose composer makes the message. */
  readonly kind: string;
  readonly to: string;
  /** What the composer needs besides the address; never a secret, it waits in the database. */
  readonly data?: MailData;
}

/** A request that waits: the same through all its attempts. */
export interface QueuedMail extends Required<MailRequest> {
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
}

export interface MailContent {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Message extends MailContent {
  readonly id: string;
  readonly to: string;
}

/** What a composer makes. */
export interface ComposedMail extends MailContent {
  /** Where to, if not to the address of the request. */
  readonly to?: string;
}

/** Makes the message when it is sent. @returns undefined where nothing is to be sent after all. */
export type Composer = (mail: QueuedMail) => Promise<ComposedMail | undefined>;

/** Where messages go. Rejects where one could not be handed over. */
export interface MailTransport {
  send(message: Message): Promise<void>;
  close(): void;
}

export interface Mailer {
  /** Queues a message within the caller's transaction, or at once. */
  queue(orm: Orm | Transaction, request: MailRequest): Promise<void>;
  /** Says how messages of a kind are made. */
  compose(kind: string, composer: Composer): void;
  /** Sends what is due; resolves when that is done. */
  deliver(): Promise<void>;
  /** Delivers every second; returns what stops it. */
  start(): () => void;
}

export interface MailerDeps {
  readonly orm: Orm;
  readonly transport: MailTransport;
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
}

const POLL_MS = 1000;
const BATCH = 10;
/** Longer than any attempt takes: afterwards another process may try. */
const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 3600_000;
const KEEP_TRYING_MS = 24 * 3600_000;

const table = pgTable("mail", {
  id: uuid("id").primaryKey(),
  kind: text("kind").notNull(),
  recipient: text("recipient").notNull(),
  data: jsonb("data").$type<MailData>().notNull(),
  createdAt: time("created_at").notNull(),
  attempts: integer("attempts").notNull(),
  nextAttemptAt: time("next_attempt_at").notNull(),
});
type Row = typeof table.$inferSelect;

export function createMailer({ orm, transport, clock, log: parent, registry }: MailerDeps): Mailer {
  const log = parent.child({ part: "mail" });
  const composers = new Map<string, Composer>();
  const outcomes = new Counter({
    name: "mail_total",
    help: "Messages by what became of them: sent, not needed, failed attempts, given up",
    labelNames: ["outcome"],
    registers: [registry],
  });
  let delivering: Promise<void> | undefined;

  async function claim(): Promise<readonly Row[]> {
    const now = new Date(clock.now());
    const due = sql`select ${table.id} from ${table} where ${table.nextAttemptAt} <= ${now.toISOString()}
      order by ${table.nextAttemptAt} limit ${BATCH} for update skip locked`;
    return orm
      .update(table)
      .set({ attempts: sql`${table.attempts} + 1`, nextAttemptAt: new Date(clock.now() + LEASE_MS) })
      .where(sql`${table.id} in (${due})`)
      .returning();
  }

  async function attempt(row: Row): Promise<void> {
    const { id, kind, recipient: to, data, attempts } = row;
    try {
      const composer = composers.get(kind);
      if (composer === undefined) throw new Error(`nothing here makes messages of the kind ${kind}`);
      const content = await composer({ id, kind, to, data, attempt: attempts });
      if (content !== undefined) await transport.send({ to, ...content, id });
      await orm.delete(table).where(eq(table.id, id));
      outcomes.inc({ outcome: content === undefined ? "not needed" : "sent" });
    } catch (error) {
      await retryLater(row, error);
    }
  }

  async function retryLater({ id, kind, attempts, createdAt }: Row, error: unknown): Promise<void> {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 3 ** (attempts - 1));
    if (clock.now() + wait > createdAt.getTime() + KEEP_TRYING_MS) {
      await orm.delete(table).where(eq(table.id, id));
      outcomes.inc({ outcome: "given up" });
      log.error({ mail: id, kind, attempts, err: error }, "a message was given up");
      return;
    }
    await orm
      .update(table)
      .set({ nextAttemptAt: new Date(clock.now() + wait) })
      .where(eq(table.id, id));
    outcomes.inc({ outcome: "failed" });
    log.warn({ mail: id, kind, attempts, err: error }, "a message could not be sent: it is tried again");
  }

  async function deliverAll(): Promise<void> {
    for (let rows = await claim(); rows.length > 0; rows = await claim()) {
      await Promise.all(rows.map(attempt));
    }
  }

  const deliver = (): Promise<void> => {
    delivering ??= deliverAll().finally(() => {
      delivering = undefined;
    });
    return delivering;
  };

  return {
    async queue(target, { kind, to, data }) {
      const now = new Date(clock.now());
      await target.insert(table).values({
        id: randomUUID(),
        kind,
        recipient: to,
        data: data ?? {},
        createdAt: now,
        attempts: 0,
        nextAttemptAt: now,
      });
    },
    compose(kind, composer) {
      composers.set(kind, composer);
    },
    deliver,
    start: () =>
      clock.every(POLL_MS, () => {
        deliver().catch((error: unknown) => log.warn({ err: error }, "waiting messages are not known"));
      }),
  };
}
