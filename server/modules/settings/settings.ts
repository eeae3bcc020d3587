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
import { openKept, openSent, type Sealing } from "../../platform/sealing.ts";
import { createSettingRepository } from "./setting-repository.ts";

export interface SettingsDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: WallClock;
}

export interface Settings {
  register(bind: Bind): void;
  /** Everything a user kept, opened, by field. */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
}

export function createSettings({ database, sealing, clock }: SettingsDeps): Settings {
  const repository = createSettingRepository(database.orm);

  const opened = async (accountId: string, rows: readonly { field: string; sealed: string }[]) => {
    const sealer = sealing(accountId);
    const open = async ({ field, sealed }: (typeof rows)[number]) =>
      [field, await openKept(sealer, settingsPurpose([knownField(field)]), sealed)] as const;
    return Object.fromEntries(await Promise.all(rows.map(open)));
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
        const values = await opened(user.userId, await repository.load(user.userId, fields));
        return { data: { data: await sealing(user.userId).seal(settingsPurpose(fields), values) } };
      });
    },
    export: async (accountId) => opened(accountId, await repository.all(accountId)),
  };
}

/** @throws AppError 400 */
function knownField(name: string | undefined): SettingField {
  const field = SETTING_FIELDS.find((known) => known === name);
  if (field === undefined) throw new AppError("bad-request", `field: must be of ${SETTING_FIELDS.join(", ")}`);
  return field;
}
