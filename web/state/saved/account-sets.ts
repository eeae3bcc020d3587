/**
 * A user's own named sets, kept sealed with the account and copied in the browser: they are there before the account has
 * answered, and what was changed while it could not be reached is saved at the next start.
 */
import { atom, type WritableAtom } from "jotai";
import type { SettingField } from "#contract/wire/sealed-purposes.ts";
import { userAtom } from "../session.ts";
import { loadSettingsAtom, saveSettingAtom } from "./sealed-store.ts";
import { type Check, isRecord, storedAtom } from "./storage.ts";

/** What a user keeps, by name. */
export type Sets<T> = Readonly<Record<string, T>>;

interface CopyFacts {
  /** Whose sets these are: another user's count for nothing. */
  readonly user: string;
  /** Changed here, and not on the account yet. */
  readonly isPending: boolean;
}
interface Copy<T> extends CopyFacts {
  readonly sets: Sets<T>;
}
type CopyAtom<T> = WritableAtom<Copy<T> | null, [copy: Copy<T>], void>;

export interface AccountSets<T> {
  readonly setsAtom: WritableAtom<Sets<T>, [next: Sets<T> | ((before: Sets<T>) => Sets<T>)], void>;
  /** Brings browser and account together; to be called when the screen is there. Tells whether the account has answered; a failure is logged by the store. */
  readonly loadAtom: WritableAtom<null, [], Promise<boolean>>;
}

/**
 * The browser's copy as a bare record of the sets under a key of its own, which is public, beside whose they are. Sets that
 * were kept there before accounts kept any are the user's who comes first, and not on his account yet.
 */
export function bareCopy<T>(key: string): CopyAtom<T> {
  const setsAtom = storedAtom<Sets<T>>(key, {}, (value): value is Sets<T> => isRecord(value));
  const factsAtom = storedAtom<CopyFacts | null>(
    `${key}Copy`,
    null,
    (value): value is CopyFacts | null => value === null || (isRecord(value) && typeof value["user"] === "string"),
  );
  return atom(
    (get) => {
      const sets = get(setsAtom);
      const facts = get(factsAtom) ?? { user: get(userAtom)?.email ?? "", isPending: Object.keys(sets).length > 0 };
      return { ...facts, sets };
    },
    (_get, set, { sets, ...facts }) => {
      set(setsAtom, sets);
      set(factsAtom, facts);
    },
  );
}

/**
 * @param isSet what is no set is left out of what was loaded. Call it once a field.
 * @param storedCopyAtom the browser's copy; default: under the field's name
 */
export function createAccountSets<T>(
  field: SettingField,
  isSet: Check<T>,
  storedCopyAtom: CopyAtom<T> = wholeCopy(field),
): AccountSets<T> {
  const setsOf = (value: unknown): Sets<T> => {
    const sets: Record<string, T> = {};
    for (const [name, one] of Object.entries(isRecord(value) ? value : {})) if (isSet(one)) sets[name] = one;
    return sets;
  };
  const copyAtom = atom(
    (get): Copy<T> => {
      const user = get(userAtom)?.email ?? "";
      const copy = get(storedCopyAtom);
      return copy?.user === user ? { ...copy, sets: setsOf(copy.sets) } : { user, sets: {}, isPending: false };
    },
    (_get, set, copy: Copy<T>) => set(storedCopyAtom, copy),
  );

  const isSame = (a: Copy<T>, b: Copy<T>): boolean => JSON.stringify(a.sets) === JSON.stringify(b.sets);

  const saveAtom = atom(null, async (get, set) => {
    const sent = get(copyAtom);
    const outcome = await set(saveSettingAtom, field, sent.sets);
    const now = get(copyAtom);
    if (now.user !== sent.user) return;
    if (outcome.is === "theirs") set(copyAtom, { ...now, sets: setsOf(outcome.value), isPending: false });
    else if (outcome.is === "kept" && isSame(now, sent)) set(copyAtom, { ...now, isPending: false });
  });

  return {
    setsAtom: atom(
      (get) => get(copyAtom).sets,
      (get, set, next: Sets<T> | ((before: Sets<T>) => Sets<T>)) => {
        const copy = get(copyAtom);
        const sets = typeof next === "function" ? next(copy.sets) : next;
        set(copyAtom, { ...copy, sets, isPending: true });
        void set(saveAtom);
      },
    ),
    loadAtom: atom(null, async (get, set) => {
      const before = get(copyAtom);
      if (before.user === "") return false;
      // What the user changed while the answer was on its way was not made on it.
      const isChanged = (): boolean => get(copyAtom).isPending || !isSame(get(copyAtom), before);
      const loaded = await set(loadSettingsAtom, [field], () => (isChanged() ? [field] : []));
      const now = get(copyAtom);
      if (loaded === undefined || now.user !== before.user) return false;
      if (now.isPending) await set(saveAtom);
      else if (!isChanged()) {
        const copy = { ...now, sets: setsOf(loaded[field]) };
        // Who compares by identity would lose what he has made of a set that is still the same.
        if (!isSame(copy, now)) set(copyAtom, copy);
      }
      return true;
    }),
  };
}

const wholeCopy = <T>(key: string): CopyAtom<T> =>
  storedAtom<Copy<T> | null>(
    key,
    null,
    (value): value is Copy<T> | null =>
      value === null || (isRecord(value) && typeof value["user"] === "string" && isRecord(value["sets"])),
  );
