/**
 * What is private by choice, as those know it who keep something: a module with its users' own things is a holder of some
 * that are sealed under the user's own key and some that lie open. Who has the key: `modules/privacy`.
 */
import type { PrivateEnvelope } from "#contract/wire/http/private-key.ts";
import type { PrivateHolderName } from "#contract/wire/sealed-purposes.ts";
import type { Transaction } from "../database/db.ts";
import { AppError } from "../errors.ts";

export interface PrivateKeys {
  /**
   * Asked in the transaction that writes, while the account is locked.
   * @returns the id of the key that whatever is written now is sealed under; undefined: it must lie open
   */
  sealing(tx: Transaction, accountId: string): Promise<string | undefined>;
}

/** All is asked while the account is locked. */
export interface PrivateHolder {
  readonly name: PrivateHolderName;
  count(tx: Transaction, accountId: string): Promise<{ readonly sealed: number; readonly open: number }>;
  /** Deletes what is sealed. */
  drop(tx: Transaction, accountId: string): Promise<void>;
}

/** What an account keeps of one kind: how much, and by what those that are sealed are known. */
export interface Kept<Id> {
  readonly all: number;
  readonly sealed: readonly Id[];
}

/** A holder by how it looks through what it keeps, and how it deletes. */
export const holderOf = <Id>(
  name: PrivateHolderName,
  load: (tx: Transaction, accountId: string) => Promise<Kept<Id>>,
  remove: (tx: Transaction, accountId: string, sealed: readonly Id[]) => Promise<unknown>,
): PrivateHolder => ({
  name,
  async count(tx, accountId) {
    const { all, sealed } = await load(tx, accountId);
    return { sealed: sealed.length, open: all - sealed.length };
  },
  async drop(tx, accountId) {
    await remove(tx, accountId, (await load(tx, accountId)).sealed);
  },
});

/** What may be private by choice, as it was sent or is kept. */
export interface MaybePrivate {
  readonly private?: PrivateEnvelope | undefined;
}

export const isPrivate = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "private" in value && value.private !== undefined;

/**
 * A page that has not heard of the user's choice yet, or of another one, writes nothing.
 * @param keyId see `PrivateKeys.sealing`
 * @throws AppError 409
 */
export function refuseUnlike(keyId: string | undefined, sent: readonly MaybePrivate[]): void {
  for (const { private: envelope } of sent) {
    const isLike = envelope === undefined ? keyId === undefined : keyId !== undefined && envelope.key === keyId;
    if (!isLike) throw new AppError("conflict", whyRefused(keyId, envelope));
  }
}

function whyRefused(keyId: string | undefined, envelope: PrivateEnvelope | undefined): string {
  if (keyId === undefined) return "This is no longer private by choice: save again";
  if (envelope === undefined) return "This is private by choice: unlock it, then save again";
  return "This was sealed under a key of before: unlock again, then save again";
}
