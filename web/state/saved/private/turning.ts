/**
 * Turning private by choice on and off. The server is told first, so that from then on nothing is saved the other way;
 * then every strategy is sealed, or opened, one by one. An interruption leaves some of each kind: all are readable, and
 * `settleAtom` goes on from there.
 */
import { atom, type Getter } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import type { deletePrivateKey, PrivateKeyRecord, savePrivateKey } from "#contract/wire/http/private-key.ts";
import { PRIVATE_KEY_PATH, STRATEGIES_SAVE_AS_PATH } from "#contract/wire/http/strategy-path.ts";
import { STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { load, RefusedCall } from "../../api.ts";
import { isPrivate } from "../kept-strategy.ts";
import { loadGroups, type PortfolioStrategy } from "../portfolio.ts";
import { sealerAtom } from "../sealed-store.ts";
import { listStrategiesAtom, renewStrategyTag } from "../strategies.ts";
import { findKey, keepKey, lock } from "./key-keeper.ts";
import { forgetPrivacyAtom, keyAtom, privacyAtom } from "./privacy.ts";
import { changePassphrase, createPrivateKey } from "./private-seal.ts";
import { conceal, reveal } from "./private-strategies.ts";

export interface Survey {
  readonly record: PrivateKeyRecord | undefined;
  /** No passphrase will be asked for. */
  readonly isUnlocked: boolean;
  readonly sealed: number;
  readonly open: number;
}

interface Kept {
  readonly strategy: PortfolioStrategy;
  /** Names its revision, among others. */
  readonly tag: string;
}

/** What was saved elsewhere while it was being sealed is sealed in the next round. */
const ROUNDS = 3;

const loadKeptAtom = atom(null, async (get, set): Promise<readonly Kept[]> => {
  const ids = (await set(listStrategiesAtom)).map(({ id }) => id);
  const groups = await loadGroups(get, ids);
  return groups.flatMap(({ strategies, response }) =>
    strategies.map((strategy) => ({ strategy, tag: response.headers.get("ETag") ?? "" })),
  );
});

/** How it stands, and how many strategies are sealed and open. @throws as `load` */
export const surveyAtom = atom(null, async (_get, set): Promise<Survey> => {
  set(forgetPrivacyAtom);
  const record = await set(privacyAtom);
  const kept = record ? await set(loadKeptAtom) : [];
  const sealed = kept.filter(({ strategy }) => isPrivate(strategy)).length;
  const isUnlocked = record !== undefined && (await findKey(record.keyId)) !== undefined;
  return { record, isUnlocked, sealed, open: kept.length - sealed };
});
surveyAtom.debugLabel = "privacySurvey";

/** @throws RefusedCall (409: another browser has turned it on meanwhile); TypeError without a network */
export const turnOnAtom = atom(null, async (_get, set, passphrase: string, onDevice: boolean): Promise<void> => {
  const { record, key } = await createPrivateKey(passphrase);
  await set(saveRecordAtom, record);
  await keepKey(record.keyId, key, onDevice);
});
turnOnAtom.debugLabel = "turnPrivacyOn";

/** From now on strategies are saved open. `settleAtom` opens the others. @throws LockedError; as `turnOnAtom` */
export const turnOffAtom = atom(null, async (_get, set, record: PrivateKeyRecord): Promise<void> => {
  await set(keyAtom, record, true); // who cannot open them does not begin
  await set(saveRecordAtom, { ...record, isOpening: true });
});
turnOffAtom.debugLabel = "turnPrivacyOff";

/** Wraps the same key: no strategy changes. @throws WrongPassphrase; as `turnOnAtom` */
export const changePassphraseAtom = atom(
  null,
  async (_get, set, record: PrivateKeyRecord, before: string, after: string): Promise<void> =>
    set(saveRecordAtom, await changePassphrase(record, before, after)),
);
changePassphraseAtom.debugLabel = "changePassphrase";

const saveRecordAtom = atom(null, async (_get, set, key: PrivateKeyRecord): Promise<void> => {
  try {
    await load<typeof savePrivateKey>("post", PRIVATE_KEY_PATH, { key });
  } finally {
    set(forgetPrivacyAtom); // also where the answer was lost
  }
});

/**
 * Seals what lies open, or opens what is sealed where it is being turned off, and then forgets the key.
 * @param tell how many are still to be done
 * @throws LockedError; PrivateSealError; RefusedCall, TypeError without a network: what was done stays done
 */
export const settleAtom = atom(null, async (get, set, tell: (left: number) => void): Promise<void> => {
  set(forgetPrivacyAtom);
  const record = await set(privacyAtom);
  if (!record) return;
  for (let round = 0; round < ROUNDS; round++) {
    const kept = await set(loadKeptAtom);
    const wrong = kept.filter(({ strategy }) => isPrivate(strategy) === record.isOpening);
    if (wrong.length === 0) break;
    const key = await set(keyAtom, record, true);
    tell(wrong.length);
    // The list is newest first, and a save makes newest: the oldest goes first, so that the order stays.
    for (const [done, one] of wrong.reverse().entries()) {
      await turn(get, key, one, record.isOpening);
      tell(wrong.length - done - 1);
    }
  }
  if (record.isOpening) await set(forgetKeyAtom);
});
settleAtom.debugLabel = "settlePrivacy";

/** Also for those who lost the passphrase, once they have deleted what it sealed. @throws RefusedCall (409: something is sealed still) */
export const forgetKeyAtom = atom(null, async (_get, set): Promise<void> => {
  await load<typeof deletePrivateKey>("delete", PRIVATE_KEY_PATH);
  lock();
  set(forgetPrivacyAtom);
});
forgetKeyAtom.debugLabel = "forgetPrivateKey";

/** 412: it was saved elsewhere meanwhile, and is looked at again. 404: it is gone. */
const PASSED_OVER: readonly number[] = [412, 404];

async function turn(get: Getter, key: CryptoKey, { strategy: kept, tag }: Kept, isOpening: boolean): Promise<void> {
  const { _id: id, ...strategy } = kept;
  const turned = isOpening ? await reveal(key, id, strategy) : await conceal(key, id, strategy);
  const sealer = get(sealerAtom);
  if (sealer === undefined) throw new Error("nobody is logged in");
  const response = await fetch(joinPath(API_BASE, STRATEGIES_SAVE_AS_PATH), {
    method: "POST",
    headers: { "Content-Type": "application/json", "If-Match": tag },
    body: JSON.stringify({ id, strategyObj: await sealer.seal(STRATEGY_PURPOSE, turned) }),
  });
  if (response.ok) renewStrategyTag(id, tag, response);
  else if (!PASSED_OVER.includes(response.status)) throw new RefusedCall(response.status, "");
}
