/** The older builder's strategies with the account: as it sends them or, private by choice, with an envelope in place of the legs. */
import { atom } from "jotai";
import type {
  BuilderStrategy,
  deleteBuilderStrategy,
  loadBuilderStrategies,
  saveBuilderStrategy,
} from "#contract/wire/http/strategies.ts";
import { BUILDER_DELETE_PATH, BUILDER_LOAD_PATH, BUILDER_SAVE_PATH } from "#contract/wire/http/strategy-path.ts";
import { CONFLICT, load, RefusedCall } from "../api.ts";
import { isPrivate } from "./kept-strategy.ts";
import type { OpenKey } from "./private/key-keeper.ts";
import { forgetPrivacyAtom, openingKeyAtom, sealingKeyAtom } from "./private/privacy.ts";
import { isRecord } from "./storage.ts";

/** Newest first, sealed as they are kept. @throws as `load` */
export const loadOlder = async (): Promise<readonly BuilderStrategy[]> =>
  (await load<typeof loadBuilderStrategies>("get", BUILDER_LOAD_PATH)).strategies;

/** Few are private: the others do not load what it takes. */
const documents = () => import("./private/documents.ts");

/** The legs of one that was loaded. @throws LockedError, PrivateSealError; as `load` */
export const openOlderAtom = atom(null, async (_get, set, kept: BuilderStrategy): Promise<BuilderStrategy> => {
  if (!isPrivate(kept)) return kept;
  const key = await set(openingKeyAtom);
  const { olderName, reveal } = await documents();
  const { strategy, ...rest } = await reveal(key, olderName(kept.name), kept);
  return { ...rest, strategy: strategy.filter(isRecord) };
});
openOlderAtom.debugLabel = "openOlderStrategy";

/** @returns the server's words. @throws LockedError; as `load` */
export const saveOlderAtom = atom(null, async (_get, set, saved: BuilderStrategy): Promise<string> => {
  const key = await set(sealingKeyAtom, true);
  const strategyObj = key ? await sealed(key, saved) : saved;
  try {
    return (await load<typeof saveBuilderStrategy>("post", BUILDER_SAVE_PATH, { strategyObj })).message;
  } catch (error) {
    if (error instanceof RefusedCall && error.status === CONFLICT) set(forgetPrivacyAtom);
    throw error;
  }
});
saveOlderAtom.debugLabel = "saveOlderStrategy";

async function sealed(key: OpenKey, saved: BuilderStrategy): Promise<BuilderStrategy> {
  const { conceal, olderName } = await documents();
  return { ...(await conceal(key, olderName(saved.name), saved)), strategy: [] };
}

/** @throws as `load` */
export const deleteOlder = async (name: string): Promise<void> => {
  await load<typeof deleteBuilderStrategy>("patch", BUILDER_DELETE_PATH, { name });
};
