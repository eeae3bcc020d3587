/**
 * What a user keeps with the account: settings are sealed here before they leave, and opened when they come back
 * (`workers/contract/wire/sealed.ts`). A failure is only logged: the screen goes on with what it has.
 */
import { atom } from "jotai";
import { API_BASE, joinPath, SETTINGS_GET_PATH, SETTINGS_SAVE_PATH } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { getSettings } from "#contract/wire/http/settings.ts";
import { createSealer, type Sealer, type SealingHost } from "#contract/wire/sealed.ts";
import { type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { userAtom } from "./session.ts";
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

/** @returns whether it is kept. */
export const saveSettingAtom = atom(null, async (get, _set, field: SettingField, value: unknown): Promise<boolean> => {
  try {
    const data = await sealerOf(get(sealerAtom)).seal(settingsPurpose([field]), value);
    await asked(`${SETTINGS_SAVE_PATH}?field=${field}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ data }),
    });
    return true;
  } catch (error) {
    console.warn(`${field} is not saved:`, error);
    return false;
  }
});
saveSettingAtom.debugLabel = "saveSetting";

/** @returns those that were ever kept; undefined when they could not be loaded. */
export const loadSettingsAtom = atom(
  null,
  async (get, _set, fields: readonly SettingField[]): Promise<LoadedSettings | undefined> => {
    try {
      const sealer = sealerOf(get(sealerAtom));
      const response = await asked(`${SETTINGS_GET_PATH}?field=${fields.join(",")}`);
      const reply: ResponseOf<typeof getSettings> = await response.json();
      const settings = await sealer.open(settingsPurpose(fields), reply.data.data);
      if (!isRecord(settings)) throw new TypeError("settings/get holds no object");
      return settings;
    } catch (error) {
      console.warn(`${fields.join(", ")}: not loaded:`, error);
      return undefined;
    }
  },
);
loadSettingsAtom.debugLabel = "loadSettings";

function sealerOf(sealer: Sealer | undefined): Sealer {
  if (sealer === undefined) throw new Error("nobody is logged in");
  return sealer;
}

async function asked(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(joinPath(API_BASE, path), init);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}
