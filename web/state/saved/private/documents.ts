/**
 * What is private by choice, as it is sent: of a strategy name, symbol, expiry and date lie open, and all else is in its
 * envelope; of a setting nothing lies open. Nothing is lost on the way: what is opened is what was sealed.
 */
import type { PrivateEnvelope } from "#contract/wire/http/private-key.ts";
import type { SettingField } from "#contract/wire/sealed-purposes.ts";
import type { KeptStrategy } from "../kept-strategy.ts";
import { isRecord } from "../storage.ts";
import type { OpenKey } from "./key-keeper.ts";
import { openPrivately, PrivateSealError, sealPrivately } from "./private-seal.ts";

/** What an envelope is bound to: no strategy opens as another one. One of the older builder is known by its name. */
export const strategyName = (id: string): string => `strategy|${id}`;
export const olderName = (name: string): string => `older strategy|${name}`;
const settingName = (field: SettingField): string => `setting|${field}`;

type PrivateStrategy = KeptStrategy & { readonly private: PrivateEnvelope };

/** @param what of the above */
export async function conceal(key: OpenKey, what: string, strategy: KeptStrategy): Promise<PrivateStrategy> {
  const { name, symbolName, expiry, date, ...rest } = strategy;
  return { name, symbolName, expiry, date, strategy: [], private: await sealPrivately(key, what, rest) };
}

/** @throws PrivateSealError */
export async function reveal(key: OpenKey, what: string, strategy: KeptStrategy): Promise<KeptStrategy> {
  const rest = await openPrivately(key, what, envelopeIn(strategy));
  if (!isRecord(rest) || !Array.isArray(rest["strategy"])) throw new PrivateSealError();
  const { name, symbolName, expiry, date } = strategy;
  return { ...rest, name, symbolName, expiry, date, strategy: rest["strategy"] };
}

export interface PrivateSetting {
  readonly private: PrivateEnvelope;
}

export const concealSetting = async (key: OpenKey, field: SettingField, value: unknown): Promise<PrivateSetting> => ({
  private: await sealPrivately(key, settingName(field), value),
});

/** @throws PrivateSealError */
export const revealSetting = async (key: OpenKey, field: SettingField, setting: unknown): Promise<unknown> =>
  openPrivately(key, settingName(field), envelopeIn(setting));

function envelopeIn(value: unknown): PrivateEnvelope {
  const envelope = isRecord(value) ? value["private"] : undefined;
  if (!isEnvelope(envelope)) throw new PrivateSealError();
  return envelope;
}

const isEnvelope = (value: unknown): value is PrivateEnvelope =>
  isRecord(value) && value["v"] === 1 && typeof value["iv"] === "string" && typeof value["data"] === "string";
