/**
 * Settings that are kept with the account. They are stored as they were sealed; what is inside is the screens' alone. A
 * reply holds several, so the server opens each and seals them together.
 */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { getSettings, saveSetting } from "#contract/wire/http/settings.ts";
import { SETTING_FIELDS, type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { openIfPossible, openKept, openSent, type Sealing } from "../../platform/sealing.ts";
import type { Setting } from "./schema.ts";
import { createSettingRepository } from "./setting-repository.ts";

export interface SettingsDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: WallClock;
}

export interface Settings {
  register(bind: Bind): void;
  /** Everything a user kept, by field; still sealed where the server can no longer open it. */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
}

export function createSettings({ database, sealing, clock }: SettingsDeps): Settings {
  const repository = createSettingRepository(database.orm);

  const opened = async (accountId: string, rows: readonly Setting[], open: typeof openKept) => {
    const sealer = sealing(accountId);
    const values = rows.map(({ field, sealed }) => open(sealer, settingsPurpose([knownField(field)]), sealed));
    return Object.fromEntries((await Promise.all(values)).map((value, i) => [rows[i]?.field, value]));
  };

  return {
    register(bind) {
      bind(saveSetting, async ({ user, body, http }) => {
        const field = knownField(http.req.query("field"));
        await openSent(sealing(user.userId), settingsPurpose([field]), body.data);
        await repository.save({
          accountId: user.userId,
          field,
          sealed: body.data,
          savedAt: new Date(clock.now()),
        });
        return { status: "success" } satisfies ResponseOf<typeof saveSetting>;
      });

      bind(getSettings, async ({ user, http }) => {
        const fields = (http.req.query("field") ?? "").split(",").map(knownField);
        const values = await opened(user.userId, await repository.load(user.userId, fields), openKept);
        return { data: { data: await sealing(user.userId).seal(settingsPurpose(fields), values) } };
      });
    },
    export: async (accountId) => opened(accountId, await repository.all(accountId), openIfPossible),
  };
}

/** @throws AppError 400 */
function knownField(name: string | undefined): SettingField {
  const field = SETTING_FIELDS.find((known) => known === name);
  if (field === undefined) throw new AppError("bad-request", `field: must be of ${SETTING_FIELDS.join(", ")}`);
  return field;
}
