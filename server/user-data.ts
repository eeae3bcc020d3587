/** What users keep with their accounts besides the account itself: settings and strategies, and the key of what is private by choice. */
import { createPrivacy, privateKeys } from "./modules/privacy/privacy.ts";
import { createSettings } from "./modules/settings/settings.ts";
import { createStrategies } from "./modules/strategies/strategies.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Database } from "./platform/database/db.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Secrets } from "./platform/secrets.ts";
import type { PersonalData } from "./platform/users/personal-data.ts";
import { createSealing } from "./platform/users/sealing.ts";

export interface UserDataDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: WallClock;
  /** Learns of all: they are part of a user's export. */
  readonly personalData: PersonalData;
}

export function openUserData({
  database,
  secrets,
  clock,
  personalData,
}: UserDataDeps): readonly ((bind: Bind) => void)[] {
  const deps = { database, sealing: createSealing(secrets), clock, keys: privateKeys };
  const settings = createSettings(deps);
  const strategies = createStrategies(deps);
  const privacy = createPrivacy({ database, clock, holders: [...strategies.holders, settings.holder] });
  personalData.register("settings", settings.export);
  personalData.register("strategies", strategies.export);
  personalData.register("privateKey", privacy.export);
  return [settings.register, strategies.register, privacy.register];
}
