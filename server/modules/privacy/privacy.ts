/**
 * What is private by choice: the record of the key that only the user's passphrase opens. The holders keep what is sealed
 * under it; here is seen to it that the record outlives all of that.
 */
import { eq } from "drizzle-orm";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { countPrivate, deletePrivateKey, loadPrivateKey, savePrivateKey } from "#contract/wire/http/private-key.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database, Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { lockAccount } from "../../platform/users/account-lock.ts";
import type { PrivateHolder, PrivateKeys } from "../../platform/users/private-choice.ts";
import { account } from "../accounts/schema.ts";
import { deleteKey, loadKey, saveKey } from "./key-repository.ts";

export interface PrivacyDeps {
  readonly database: Database;
  readonly clock: WallClock;
  readonly holders: readonly PrivateHolder[];
}

export interface Privacy {
  register(bind: Bind): void;
  /** The wrapped key, which only the passphrase opens; undefined where there is none. */
  export(accountId: string): Promise<unknown>;
}

/** Who may log in as a demo account is anybody's guess: the first to choose would lock out all others. */
const SHARED =
  "This is a demo account, and its password is public: whoever chose a passphrase first would lock out everybody else. Sign up for an account of your own.";

export const privateKeys: PrivateKeys = {
  async sealing(tx, accountId) {
    const kept = await loadKey(tx, accountId);
    return kept === undefined || kept.key.isOpening ? undefined : kept.key.keyId;
  },
};

export function createPrivacy({ database: { orm }, clock, holders }: PrivacyDeps): Privacy {
  return {
    register(bind) {
      bind(loadPrivateKey, async ({ user: { userId } }) => {
        const [kept, isDemo] = await Promise.all([loadKey(orm, userId), isShared(orm, userId)]);
        return { key: kept?.key ?? null, revision: kept?.revision ?? 0, refusal: isDemo ? SHARED : null };
      });
      bind(savePrivateKey, async ({ user: { userId }, body: { key, revision } }) => {
        if (await isShared(orm, userId)) throw new AppError("forbidden", SHARED);
        const isKept = await orm.transaction(async (tx) => {
          await lockAccount(tx, userId);
          return saveKey(tx, userId, key, revision, new Date(clock.now()));
        });
        if (!isKept)
          throw new AppError("conflict", "Another browser has changed the passphrase meanwhile: load the page again");
        return { status: "success" } satisfies ResponseOf<typeof savePrivateKey>;
      });
      bind(deletePrivateKey, async ({ user: { userId }, body: { dropsSealed } }) => {
        await orm.transaction(async (tx) => {
          await lockAccount(tx, userId);
          for (const holder of holders) {
            if (dropsSealed) await holder.drop(tx, userId);
            else if ((await holder.count(tx, userId)).sealed > 0)
              throw new AppError("conflict", `Some of your ${holder.name} are sealed still: open or delete them first`);
          }
          await deleteKey(tx, userId);
        });
        return { status: "success" } satisfies ResponseOf<typeof deletePrivateKey>;
      });
      bind(countPrivate, ({ user: { userId } }) =>
        orm.transaction(async (tx) => {
          await lockAccount(tx, userId);
          const counts: ResponseOf<typeof countPrivate>["holders"] = [];
          for (const holder of holders) counts.push({ name: holder.name, ...(await holder.count(tx, userId)) });
          return { holders: counts };
        }),
      );
    },
    export: async (accountId) => (await loadKey(orm, accountId))?.key,
  };
}

async function isShared(orm: Orm, accountId: string): Promise<boolean> {
  const [row] = await orm.select({ demo: account.demo }).from(account).where(eq(account.id, accountId));
  return row?.demo === true;
}
