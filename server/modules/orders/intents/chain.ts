/**
 * The chain of an account's steps of orders, as the database writes it (`0060-order-chain.sql`): a step's hash is the SHA-256
 * of the hash before it and the step's text. Whoever rewrites a whole chain leaves one that fits in itself; it no longer has
 * the head that an export named before, which is why exports name it.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Orm, Transaction } from "../../../platform/database/db.ts";

/** A step as it is now. */
export interface ChainedStep {
  /** From 1. */
  readonly place: number;
  /** What is hashed of it: JSON; null where the order that it is of is gone. */
  readonly text: string | null;
  readonly hash: Buffer;
}

/** Where a chain ends. */
export interface ChainEnd {
  readonly length: number;
  readonly head: Buffer;
}

export interface ChainFault {
  /** Of the step; undefined where it is no step's. */
  readonly place?: number | undefined;
  readonly words: string;
}

/** Before the first step. */
const ZERO = Buffer.alloc(32);
const CHANGED = "was changed, or put in later";

/** @returns a check that is given the steps in their order, and the chain's end at last. */
export function createChainCheck() {
  let last: ChainEnd = { length: 0, head: ZERO };
  const faults: ChainFault[] = [];
  return {
    step({ place, text, hash }: ChainedStep): void {
      const due = last.length + 1;
      if (place < due) {
        faults.push({ place, words: CHANGED });
        return;
      }
      if (place > due) faults.push({ place: due, words: `is missing, with what follows before step ${place}` });
      if (text === null) faults.push({ place, words: "is of an order that is gone" });
      // What follows a gap has nothing to be compared with.
      else if (place === due && !hashOf(last.head, text).equals(hash)) faults.push({ place, words: CHANGED });
      last = { length: place, head: hash };
    },
    end({ length, head }: ChainEnd): readonly ChainFault[] {
      if (last.length < length) faults.push({ place: last.length + 1, words: "is missing, with what followed" });
      else if (last.length > length || !head.equals(last.head)) faults.push({ place: last.length, words: CHANGED });
      return faults;
    },
  };
}

const hashOf = (before: Buffer, text: string): Buffer => createHash("sha256").update(before).update(text).digest();

const STEPS_A_READ = 2000;

export interface CheckedChains {
  readonly chains: number;
  readonly steps: number;
  readonly faults: readonly (ChainFault & { readonly chain?: string | undefined })[];
  /** Whether a chain has the step that was asked for. */
  readonly hasHead: boolean;
}

/** Reads all chains. @param head hexadecimal: of an export; it must be in one of them still. */
export const checkChains = (orm: Orm, head?: string): Promise<CheckedChains> =>
  // Orders go on meanwhile: everything is read as of one moment.
  orm.transaction((tx) => checkWithin(tx, head?.toLowerCase()), { isolationLevel: "repeatable read" });

async function checkWithin(tx: Transaction, head: string | undefined): Promise<CheckedChains> {
  const { rows: chains } = await tx.execute<{ id: string; length: string; head: Buffer }>(
    // A chain whose row is gone has steps still.
    sql`
      select coalesce(c.id, e.chain) as id, coalesce(c.length, 0) as length, coalesce(c.head, '\\x') as head
      from order_chain c full join (select distinct chain from order_event) e on e.chain = c.id order by 1`,
  );
  const faults: CheckedChains["faults"][number][] = [];
  let steps = 0;
  let hasHead = false;
  for (const { id, ...end } of chains) {
    const check = createChainCheck();
    for await (const step of stepsOf(tx, id)) {
      check.step(step);
      steps++;
      hasHead ||= step.hash.toString("hex") === head;
    }
    faults.push(...check.end({ ...end, length: Number(end.length) }).map((fault) => ({ ...fault, chain: id })));
  }
  const { rows: others } = await tx.execute<{ id: string }>(sql`
    select i.id from order_intent i where not exists (
      select 1 from (select state from order_event where intent_id = i.id order by id desc limit 1) as last
      where last.state = i.state
    ) or i.order_id is distinct from (
      select order_id from order_event where intent_id = i.id and order_id is not null order by id desc limit 1)`);
  faults.push(...others.map(({ id }) => ({ words: `Order ${id} is not where its last step left it` })));
  return { chains: chains.length, steps, faults, hasHead };
}

async function* stepsOf(tx: Transaction, chain: string): AsyncGenerator<ChainedStep> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await tx.execute<{ place: string; text: string | null; hash: Buffer }>(sql`
      select place, order_event_text(order_event) as text, hash from order_event
      where chain = ${chain} and place > ${after} order by place limit ${STEPS_A_READ}`);
    for (const row of rows) yield { ...row, place: Number(row.place) };
    after = Number(rows.at(-1)?.place);
    if (rows.length < STEPS_A_READ) return;
  }
}

/** An account's chain, for whoever wants to check it without us. */
export interface ExportedChain {
  /** How it is checked. */
  readonly rule: string;
  readonly length: number;
  /** Hexadecimal. */
  readonly head: string;
  readonly steps: readonly { readonly text: string; readonly hash: string }[];
}

const RULE = "hash = SHA-256(hash before, as 32 bytes, then text in UTF-8); before the first step the hash is 32 zeros";

/** @returns undefined where nothing was ever asked for the account. */
export async function exportChain(orm: Orm, accountId: string): Promise<ExportedChain | undefined> {
  return orm.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ id: string; length: string; head: Buffer }>(
        sql`select id, length, head from order_chain where account_id = ${accountId}`,
      );
      const [chain] = rows;
      if (chain === undefined) return undefined;
      const steps: ExportedChain["steps"][number][] = [];
      for await (const { text, hash } of stepsOf(tx, chain.id)) {
        steps.push({ text: text ?? "", hash: hash.toString("hex") });
      }
      return { rule: RULE, length: Number(chain.length), head: chain.head.toString("hex"), steps };
    },
    { isolationLevel: "repeatable read" },
  );
}
