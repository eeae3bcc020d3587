/**
 * Settings that are kept with the account. They are stored as they were sealed; what is inside is the screens' alone. A
 * reply holds several, so the server opens each and seals them together.
 */
import { isDeepStrictEqual } from "node:util";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { getSettings, saveSetting } from "#contract/wire/http/settings.ts";
import type { Revision } from "#contract/wire/revisions.ts";
import { SETTING_FIELDS, type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { expectedRevisions, StaleWrite, sendRevisions, writingRevision } from "../../platform/http/revisions.ts";
import type { PrivateHolder, PrivateKeys } from "../../platform/users/private-choice.ts";
import { openIfPossible, openKept, openSent, type Sealing } from "../../platform/users/sealing.ts";
import { canBePrivate, refuseUnlikeSetting, settingHolder } from "./privacy.ts";
import type { Setting } from "./schema.ts";
import { createSettingRepository } from "./setting-repository.ts";

export interface SettingsDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: WallClock;
  readonly keys: PrivateKeys;
}

export interface Settings {
  register(bind: Bind): void;
  readonly holder: PrivateHolder;
  /** Everything a user kept, by field; still sealed where the server can no longer open it. */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
}

export function createSettings({ database, sealing, clock, keys }: SettingsDeps): Settings {
  const repository = createSettingRepository(database.orm);

  const opened = async (accountId: string, rows: readonly Setting[], open: typeof openKept) => {
    const sealer = sealing(accountId);
    const values = rows.map(({ field, sealed }) => open(sealer, settingsPurpose([knownField(field)]), sealed));
    return Object.fromEntries((await Promise.all(values)).map((value, i) => [rows[i]?.field, value]));
  };

  /**
   * Another revision is kept than the writer knew. Where it says the same, as after a reply that was lost, nothing is stale.
   * @returns its revision. @throws StaleWrite
   */
  async function refuseStale(row: Omit<Setting, "revision">, sent: unknown): Promise<Revision> {
    const { accountId, field, sealed: mine } = row;
    const [kept] = await repository.load(accountId, [field]);
    if (kept === undefined) throw new StaleWrite({ theirs: null, mine, revisions: [[field, 0]] });
    const { sealed: theirs, revision } = kept;
    const value = await openKept(sealing(accountId), settingsPurpose([knownField(field)]), theirs);
    if (isDeepStrictEqual(value, sent)) return revision;
    throw new StaleWrite({ theirs, mine, revisions: [[field, revision]] });
  }

  return {
    register(bind) {
      bind(saveSetting, async ({ user, body, http }) => {
        const field = knownField(http.req.query("field"));
        const sent = await openSent(sealing(user.userId), settingsPurpose([field]), body.data);
        const row = { accountId: user.userId, field, sealed: body.data, savedAt: new Date(clock.now()) };
        const revision = await writingRevision(
          http,
          async () =>
            (await repository.save(row, expectedRevisions(http).of(field), async (tx) => {
              if (canBePrivate(field)) refuseUnlikeSetting(await keys.sealing(tx, user.userId), sent);
            })) ?? refuseStale(row, sent),
        );
        sendRevisions(http, [[field, revision]]);
        return { status: "success" } satisfies ResponseOf<typeof saveSetting>;
      });

      bind(getSettings, async ({ user, http }) => {
        const fields = (http.req.query("field") ?? "").split(",").map(knownField);
        const rows = await repository.load(user.userId, fields);
        const values = await opened(user.userId, rows, openKept);
        const kept = new Map(rows.map(({ field, revision }) => [field, revision]));
        sendRevisions(
          http,
          fields.map((field) => [field, kept.get(field) ?? 0]),
        );
        return { data: { data: await sealing(user.userId).seal(settingsPurpose(fields), values) } };
      });
    },
    holder: settingHolder(sealing),
    export: async (accountId) => opened(accountId, await repository.all(accountId), openIfPossible),
  };
}

/** @throws AppError 400 */
function knownField(name: string | undefined): SettingField {
  const field = SETTING_FIELDS.find((known) => known === name);
  if (field === undefined) throw new AppError("bad-request", `field: must be of ${SETTING_FIELDS.join(", ")}`);
  return field;
}
