/** The passphrase is wanted. The shell asks; apart from the rest, which the first screen does not load. */
import { atom } from "jotai";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import type { OpenKey } from "./key-keeper.ts";

export interface Question {
  readonly record: PrivateKeyRecord;
  /** All who wait for the key. */
  readonly answer: Promise<OpenKey>;
  /** @param key absent: the user will not */
  readonly settle: (key?: OpenKey) => void;
}

export const questionAtom = atom<Question | undefined>(undefined);
questionAtom.debugLabel = "passphraseQuestion";
