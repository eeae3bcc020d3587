/**
 * Choosing a passphrase, another one, or none any more. The server is told first, so that from then on nothing is saved the
 * other way; then everything is sealed, or opened, one by one. An interruption leaves some of each kind: all are readable,
 * and `settleAtom` goes on from there.
 */
import { atom } from "jotai";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type {
  countPrivate,
  deletePrivateKey,
  PrivateKeyRecord,
  savePrivateKey,
} from "#contract/wire/http/private-key.ts";
import { PRIVATE_COUNTS_PATH, PRIVATE_KEY_PATH } from "#contract/wire/http/private-path.ts";
import { load } from "../../api.ts";
import { HOLDERS, type Kept } from "./holders.ts";
import { findKey, keepKey, lock } from "./key-keeper.ts";
import { forgetPrivacyAtom, freshPrivacyAtom, keyAtom, type Standing } from "./privacy.ts";
import { changePassphrase, createPrivateKey, PrivateSealError } from "./private-seal.ts";

export type Counts = ResponseOf<typeof countPrivate>["holders"];

export interface Survey extends Standing {
  /** No passphrase will be asked for. */
  readonly isUnlocked: boolean;
  readonly counts: Counts;
}

export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** What was saved elsewhere while it was being sealed is sealed in the next round. */
const ROUNDS = 3;

/** How it stands, and how much is sealed and open. @throws as `load` */
export const surveyAtom = atom(null, async (_get, set): Promise<Survey> => {
  const [standing, { holders }] = await Promise.all([
    set(freshPrivacyAtom),
    load<typeof countPrivate>("get", PRIVATE_COUNTS_PATH),
  ]);
  const { record } = standing;
  const isUnlocked = record !== undefined && (await findKey(record.keyId)) !== undefined;
  return { ...standing, isUnlocked, counts: holders };
});
surveyAtom.debugLabel = "privacySurvey";

/** @throws RefusedCall (409: another browser has turned it on meanwhile); TypeError without a network */
export const turnOnAtom = atom(null, async (_get, set, passphrase: string, onDevice: boolean): Promise<void> => {
  const { record, key } = await createPrivateKey(passphrase);
  await set(saveRecordAtom, record, 0);
  await keepKey(key, onDevice);
});
turnOnAtom.debugLabel = "turnPrivacyOn";

/** From now on everything is saved open. `settleAtom` opens the rest. @throws LockedError; as `turnOnAtom` */
export const turnOffAtom = atom(null, async (_get, set, record: PrivateKeyRecord, revision: number): Promise<void> => {
  await set(keyAtom, record, true); // who cannot open them does not begin
  await set(saveRecordAtom, { ...record, isOpening: true }, revision);
});
turnOffAtom.debugLabel = "turnPrivacyOff";

/** Wraps the same key: nothing is sealed anew. @throws WrongPassphrase; as `turnOnAtom` */
export const changePassphraseAtom = atom(null, async (_get, set, before: string, after: string): Promise<void> => {
  const { record, revision } = await set(freshPrivacyAtom);
  if (record) await set(saveRecordAtom, await changePassphrase(record, before, after), revision);
});
changePassphraseAtom.debugLabel = "changePassphrase";

const saveRecordAtom = atom(null, async (_get, set, key: PrivateKeyRecord, revision: number): Promise<void> => {
  try {
    await load<typeof savePrivateKey>("post", PRIVATE_KEY_PATH, { key, revision });
  } finally {
    set(forgetPrivacyAtom); // also where the answer was lost
  }
});

/**
 * Seals what lies open, or opens what is sealed where it is being turned off, and then forgets the key.
 * @throws LockedError; PrivateSealError when all others are done; RefusedCall, TypeError without a network: what was done
 * stays done
 */
export const settleAtom = atom(null, async (get, set, tell: (progress: Progress) => void): Promise<void> => {
  const { record } = await set(freshPrivacyAtom);
  if (!record) return;
  let unreadable: unknown;
  for (let round = 0; round < ROUNDS; round++) {
    const kept: Kept[] = [];
    for (const holder of HOLDERS) kept.push(...(await holder(get, set)));
    const wrong = kept.filter(({ isSealed }) => isSealed === record.isOpening);
    if (wrong.length === 0) break;
    const key = await set(keyAtom, record, true);
    unreadable = undefined;
    for (const [done, one] of wrong.entries()) {
      tell({ done, all: wrong.length });
      await one.turn(key).catch((error: unknown) => {
        if (!(error instanceof PrivateSealError)) throw error;
        unreadable = error; // the others are opened all the same
      });
    }
  }
  if (unreadable !== undefined) throw unreadable;
  if (record.isOpening) await set(forgetKeyAtom, false);
});
settleAtom.debugLabel = "settlePrivacy";

/**
 * @param dropsSealed what is sealed is deleted, too: for those who lost the passphrase
 * @throws RefusedCall (409: something is sealed still)
 */
export const forgetKeyAtom = atom(null, async (_get, set, dropsSealed: boolean): Promise<void> => {
  await load<typeof deletePrivateKey>("delete", PRIVATE_KEY_PATH, { dropsSealed });
  lock();
  set(forgetPrivacyAtom);
});
forgetKeyAtom.debugLabel = "forgetPrivateKey";
