/**
 * Strategies that are private by choice: name, symbol, expiry and date lie open, and all else is in an envelope that the
 * user's browser alone opens. Two holders: those of the newer builder and the portfolio, and those of the older one.
 */
import { and, eq, inArray } from "drizzle-orm";
import { STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import type { Transaction } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import {
  holderOf,
  isPrivate,
  type MaybePrivate,
  type PrivateHolder,
  refuseUnlike,
} from "../../platform/users/private-choice.ts";
import { openIfPossible, type Sealing } from "../../platform/users/sealing.ts";
import { builderStrategy, strategy } from "./schema.ts";

/** All that may lie open beside an envelope. */
const OPEN_FIELDS = new Set(["_id", "name", "symbolName", "expiry", "date", "strategy", "private"]);

/** @throws AppError 409 as `refuseUnlike`, 400 for an envelope with something open beside it */
export function refuseUnlikeStrategies(
  keyId: string | undefined,
  sent: readonly (MaybePrivate & { readonly strategy: readonly unknown[] })[],
): void {
  refuseUnlike(keyId, sent);
  for (const one of sent) {
    if (isPrivate(one) && (one.strategy.length > 0 || Object.keys(one).some((field) => !OPEN_FIELDS.has(field))))
      throw new AppError("bad-request", "strategy.private: something lies open beside it");
  }
}

export function strategyHolder(sealing: Sealing): PrivateHolder {
  const mine = (accountId: string) => eq(strategy.accountId, accountId);
  const load = async (tx: Transaction, accountId: string) => {
    const sealer = sealing(accountId);
    const rows = await tx.select({ id: strategy.id, sealed: strategy.sealed }).from(strategy).where(mine(accountId));
    const opened = await Promise.all(rows.map(({ sealed }) => openIfPossible(sealer, STRATEGY_PURPOSE, sealed)));
    return { all: rows.length, sealed: rows.filter((_, i) => isPrivate(opened[i])).map(({ id }) => id) };
  };
  return holderOf("strategies", load, (tx, accountId, sealed) =>
    tx.delete(strategy).where(and(mine(accountId), inArray(strategy.id, [...sealed]))),
  );
}

export function olderHolder(): PrivateHolder {
  const mine = (accountId: string) => eq(builderStrategy.accountId, accountId);
  const load = async (tx: Transaction, accountId: string) => {
    const rows = await tx.select().from(builderStrategy).where(mine(accountId));
    const sealed = rows.filter(({ content }) => isPrivate(JSON.parse(content)));
    return { all: rows.length, sealed: sealed.map(({ name }) => name) };
  };
  return holderOf("older strategies", load, (tx, accountId, sealed) =>
    tx.delete(builderStrategy).where(and(mine(accountId), inArray(builderStrategy.name, [...sealed]))),
  );
}
