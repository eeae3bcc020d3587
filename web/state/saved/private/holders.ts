/**
 * Who keeps what can be private by choice, in the browser: each loads what it has, and seals or opens it one by one. What
 * changed elsewhere meanwhile is passed over, and found again in the next round.
 */
import type { Getter, Setter } from "jotai";
import { API_BASE, joinPath, SETTINGS_GET_PATH, SETTINGS_SAVE_PATH } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { getSettings } from "#contract/wire/http/settings.ts";
import type { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { BUILDER_RESEAL_PATH, STRATEGIES_SAVE_AS_PATH } from "#contract/wire/http/strategy-path.ts";
import { readTag } from "#contract/wire/revisions.ts";
import {
  PRIVATE_FIELDS,
  type SettingField,
  STRATEGY_PURPOSE,
  settingsPurpose,
} from "#contract/wire/sealed-purposes.ts";
import { RefusedCall } from "../../api.ts";
import { userAtom } from "../../session.ts";
import { renewRevision } from "../kept-revision.ts";
import { isPrivate } from "../kept-strategy.ts";
import { loadOlder } from "../older-strategies.ts";
import { loadGroups, type PortfolioStrategy } from "../portfolio.ts";
import { keepTag, tagOf } from "../save-tags.ts";
import { sealerOf, settingKey } from "../sealed-store.ts";
import { isRecord, readItem } from "../storage.ts";
import { listStrategiesAtom } from "../strategies.ts";
import { conceal, concealSetting, olderName, reveal, revealSetting, strategyName } from "./documents.ts";
import type { OpenKey } from "./key-keeper.ts";

/** One thing that is kept. */
export interface Kept {
  readonly isSealed: boolean;
  /** Seals what is open, opens what is sealed. @throws PrivateSealError, RefusedCall; TypeError without a network */
  turn(key: OpenKey): Promise<void>;
}

/** @throws as `load` */
type Holder = (get: Getter, set: Setter) => Promise<readonly Kept[]>;

/** The list is newest first, and a save makes newest: the oldest goes first, so that the order stays. */
const strategies: Holder = async (get, set) => {
  const ids = (await set(listStrategiesAtom)).map(({ id }) => id);
  const groups = await loadGroups(get, ids);
  const all = groups.flatMap(({ strategies: some, response }) =>
    some.map(
      (one): Kept => ({
        isSealed: isPrivate(one),
        turn: (key) => turnStrategy(get, key, one, response.headers.get("ETag") ?? ""),
      }),
    ),
  );
  return all.reverse();
};

async function turnStrategy(get: Getter, key: OpenKey, kept: PortfolioStrategy, tag: string): Promise<void> {
  const { _id: id, ...strategy } = kept;
  const turned = await (isPrivate(kept) ? reveal : conceal)(key, strategyName(id), strategy);
  const strategyObj = await sealerOf(get).seal(STRATEGY_PURPOSE, turned);
  const response = await replace(STRATEGIES_SAVE_AS_PATH, tag, { id, strategyObj });
  if (response.ok) renewRevision(id, tag, response);
}

const olderStrategies: Holder = async () =>
  (await loadOlder()).map((before) => ({
    isSealed: isPrivate(before),
    async turn(key) {
      const strategyObj = (await (isPrivate(before) ? reveal : conceal)(
        key,
        olderName(before.name),
        before,
      )) as BuilderStrategy;
      await replace(BUILDER_RESEAL_PATH, undefined, { before, strategyObj });
    },
  }));

const settings: Holder = async (get) => (await Promise.all(PRIVATE_FIELDS.map((field) => setting(get, field)))).flat();

async function setting(get: Getter, field: SettingField): Promise<readonly Kept[]> {
  const purpose = settingsPurpose([field]);
  const response = await fetch(joinPath(API_BASE, `${SETTINGS_GET_PATH}?field=${field}`));
  if (!response.ok) throw new RefusedCall(response.status, "");
  const reply: ResponseOf<typeof getSettings> = await response.json();
  const opened = await sealerOf(get).open(purpose, reply.data.data);
  if (!isRecord(opened) || !(field in opened)) return [];
  const value = opened[field];
  const isSealed = isRecord(value) && "private" in value;
  return [
    {
      isSealed,
      async turn(key) {
        const turned = await (isSealed ? revealSetting : concealSetting)(key, field, value);
        const data = await sealerOf(get).seal(purpose, turned);
        const tag = response.headers.get("ETag") ?? "";
        const saved = await replace(`${SETTINGS_SAVE_PATH}?field=${field}`, tag, { data });
        if (!saved.ok) return;
        renewSettingTag(get, field, tag, saved.headers.get("ETag") ?? tag);
        if (!isSealed) sealCopy(field, turned);
      },
    },
  ];
}

/** The value is that of before, sealed or opened: what the page has loaded is still what is kept. */
function renewSettingTag(get: Getter, field: SettingField, before: string, after: string): void {
  const user = get(userAtom)?.email ?? "";
  const known = tagOf(user, settingKey(field));
  if (known !== undefined && readTag(known).get(field) === readTag(before).get(field))
    keepTag(user, settingKey(field), after);
}

/** This browser's own copy is sealed, too, where it has nothing that the account does not have. */
function sealCopy(field: SettingField, sealed: unknown): void {
  try {
    const copy: unknown = JSON.parse(readItem(field) ?? "null");
    if (!isRecord(copy) || copy["isPending"] !== false || !isRecord(sealed)) return;
    localStorage.setItem(field, JSON.stringify({ user: copy["user"], isPending: false, ...sealed }));
  } catch {
    // storage is switched off, or the copy is damaged: then it shows nothing
  }
}

/** In the order in which they are sealed. */
export const HOLDERS: readonly Holder[] = [strategies, olderStrategies, settings];

/** 412: it was changed elsewhere meanwhile, and is looked at again. 404: it is gone. */
const PASSED_OVER: readonly number[] = [412, 404];

async function replace(path: string, tag: string | undefined, body: unknown): Promise<Response> {
  const response = await fetch(joinPath(API_BASE, path), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(tag !== undefined && { "If-Match": tag }) },
    body: JSON.stringify(body),
  });
  if (!response.ok && !PASSED_OVER.includes(response.status)) throw new RefusedCall(response.status, "");
  return response;
}
