/**
 * What a user keeps with the account: settings are sealed here before they leave, and opened when they come back
 * (`workers/contract/wire/sealed.ts`). A failed load is only logged: the screen goes on with what it has.
 */
import { atom, type Getter } from "jotai";
import { API_BASE, joinPath, SETTINGS_GET_PATH, SETTINGS_SAVE_PATH } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { getSettings } from "#contract/wire/http/settings.ts";
import { writeTag } from "#contract/wire/revisions.ts";
import { createSealer, type Sealer, type SealingHost } from "#contract/wire/sealed.ts";
import { type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { RefusedCall } from "../api.ts";
import { userAtom } from "../session.ts";
import { rememberTagAtom, type SaveOutcome, saveAtom } from "./saves.ts";
import { isRecord } from "./storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const BROWSER_SEALING: SealingHost<CryptoKey> = {
  subtle: crypto.subtle,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  encode: (text) => encoder.encode(text),
  decode: (bytes) => decoder.decode(bytes),
};

/** Seals and opens for the user who is logged in; undefined when nobody is. */
export const sealerAtom = atom((get): Sealer | undefined => {
  const key = get(userAtom)?.key;
  return key === undefined ? undefined : createSealer(BROWSER_SEALING, key);
});
sealerAtom.debugLabel = "sealer";

export type LoadedSettings = Readonly<Partial<Record<SettingField, unknown>>>;

const LABELS: Readonly<Record<SettingField, string>> = {
  userSettingViews: "the views of the option chain",
  userColumns: "your own columns",
  workspaces: "your workspaces",
  scans: "your scans",
  baskets: "your baskets",
  watchlist: "your watch lists",
};
/** What its revision is kept under. */
export const settingKey = (field: SettingField): string => `settings/${field}`;

/** Logged; `status` where the server refused. */
export interface FailedSave {
  readonly is: "failed";
  readonly status: number | undefined;
}

/**
 * Saves in place of what this browser loaded. Where it loaded nothing and the account keeps something, the user is asked, because
 * what was never seen must not be replaced. It waits while the server cannot save. A caller that gets 'theirs' shows that from
 * now on.
 * @param see is shown what was saved elsewhere before the user is asked, and gives what replaces that if he keeps his own;
 * where it throws, that is not replaced
 */
export const saveSettingAtom = atom(
  null,
  async (
    get,
    set,
    field: SettingField,
    value: unknown,
    see?: (theirs: unknown) => Promise<unknown>,
  ): Promise<SaveOutcome | FailedSave> => {
    try {
      const sealer = sealerOf(get);
      const purpose = settingsPurpose([field]);
      const bodyOf = async (mine: unknown) => JSON.stringify({ data: await sealer.seal(purpose, mine) });
      let body = await bodyOf(value);
      return await set(saveAtom, {
        key: settingKey(field),
        label: LABELS[field],
        isQuiet: field === "userSettingViews" || field === "userColumns",
        send: (tag) =>
          fetch(joinPath(API_BASE, `${SETTINGS_SAVE_PATH}?field=${field}`), {
            method: "POST",
            headers: { "Content-Type": "application/json", "If-Match": tag ?? writeTag([[field, 0]]) },
            body,
          }),
        async open(payload) {
          const theirs = await sealer.open(purpose, payload);
          if (see) body = await bodyOf(await see(theirs));
          return theirs;
        },
      });
    } catch (error) {
      console.warn(`${field} is not saved:`, error);
      return { is: "failed", status: error instanceof RefusedCall ? error.status : undefined };
    }
  },
);
saveSettingAtom.debugLabel = "saveSetting";

/**
 * Saves replace what was loaded: a caller that uses both keeps it in the browser's storage, like its revision.
 * @param changed of these the browser has changes that are not saved yet: they were made on what was loaded before. It is
 * asked when the answer is there, because the user may change something while it is on its way.
 * @returns those that were ever kept; undefined when they could not be loaded.
 */
export const loadSettingsAtom = atom(
  null,
  async (
    get,
    set,
    fields: readonly SettingField[],
    changed: () => readonly SettingField[] = () => [],
  ): Promise<LoadedSettings | undefined> => {
    try {
      const sealer = sealerOf(get);
      const response = await fetch(joinPath(API_BASE, `${SETTINGS_GET_PATH}?field=${fields.join(",")}`));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const reply: ResponseOf<typeof getSettings> = await response.json();
      const settings = await sealer.open(settingsPurpose(fields), reply.data.data);
      if (!isRecord(settings)) throw new TypeError("settings/get holds no object");
      const tag = response.headers.get("ETag");
      const isChanged = changed();
      for (const field of fields)
        if (tag !== null && !isChanged.includes(field)) set(rememberTagAtom, settingKey(field), tag);
      return settings;
    } catch (error) {
      console.warn(`${fields.join(", ")}: not loaded:`, error);
      return undefined;
    }
  },
);
loadSettingsAtom.debugLabel = "loadSettings";

/** @throws Error where nobody is logged in */
export function sealerOf(get: Getter): Sealer {
  const sealer = get(sealerAtom);
  if (sealer === undefined) throw new Error("nobody is logged in");
  return sealer;
}
