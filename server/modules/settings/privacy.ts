/** Settings that are private by choice: an envelope that the user's browser alone opens, and nothing beside it. */
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { PrivateEnvelope } from "#contract/wire/http/private-key.ts";
import { PRIVATE_FIELDS, type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import type { Transaction } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import { holderOf, isPrivate, type PrivateHolder, refuseUnlike } from "../../platform/users/private-choice.ts";
import { openIfPossible, type Sealing } from "../../platform/users/sealing.ts";
import { setting } from "./schema.ts";

const PrivateSetting = z.strictObject({ private: PrivateEnvelope });

export const canBePrivate = (field: SettingField): boolean => PRIVATE_FIELDS.includes(field);

/** @throws AppError 409 as `refuseUnlike`, 400 for an envelope with something beside it */
export function refuseUnlikeSetting(keyId: string | undefined, sent: unknown): void {
  const { data } = isPrivate(sent) ? PrivateSetting.safeParse(sent) : { data: {} };
  if (data === undefined)
    throw new AppError("bad-request", "private: is no envelope, or something lies open beside it");
  refuseUnlike(keyId, [data]);
}

export function settingHolder(sealing: Sealing): PrivateHolder {
  const mine = (accountId: string, fields: readonly string[]) =>
    and(eq(setting.accountId, accountId), inArray(setting.field, [...fields]));
  const load = async (tx: Transaction, accountId: string) => {
    const sealer = sealing(accountId);
    const rows = await tx.select().from(setting).where(mine(accountId, PRIVATE_FIELDS));
    const opened = await Promise.all(
      rows.map(({ field, sealed }) =>
        openIfPossible(sealer, settingsPurpose(PRIVATE_FIELDS.filter((one) => one === field)), sealed),
      ),
    );
    return { all: rows.length, sealed: rows.filter((_, i) => isPrivate(opened[i])).map(({ field }) => field) };
  };
  return holderOf("workspaces", load, (tx, accountId, sealed) => tx.delete(setting).where(mine(accountId, sealed)));
}
