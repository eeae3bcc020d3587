/** How alerts sound and how long they stand: the user's settings, kept in the browser. */
import { atom } from "jotai";
import { isRecord, readItem, storedAtom } from "../saved/storage.ts";

const KEY = "alertSettings";
/** What `sound` holds while the user has chosen none. */
export const DEFAULT_SOUND = "Default Alert Sound";
/** Milliseconds. */
export const SHORTEST_ALERT = 1000;
export const LONGEST_ALERT = 10_000;

export interface AlertSettings {
  readonly soundEnabled: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly autoClose: boolean;
  /** A URL, or a data URL of the user's own file; {@link DEFAULT_SOUND}: the product's. */
  readonly sound: string;
  /** The name of the user's own file; empty where there is none. */
  readonly soundName: string;
}

export const DEFAULT_ALERTS: AlertSettings = {
  soundEnabled: true,
  duration: 3000,
  autoClose: true,
  sound: DEFAULT_SOUND,
  soundName: "",
};

/** To the nearest duration that may be set; what is no number is the default. */
export const clampDuration = (milliseconds: number): number =>
  Number.isFinite(milliseconds)
    ? Math.min(LONGEST_ALERT, Math.max(SHORTEST_ALERT, Math.round(milliseconds)))
    : DEFAULT_ALERTS.duration;

const storedAlertsAtom = storedAtom<AlertSettings>(KEY, DEFAULT_ALERTS, (value): value is AlertSettings => {
  if (!isRecord(value)) return false;
  const { soundEnabled, duration, autoClose, sound, soundName } = value;
  const isTyped = typeof soundEnabled === "boolean" && typeof autoClose === "boolean" && typeof duration === "number";
  return isTyped && clampDuration(duration) === duration && typeof sound === "string" && typeof soundName === "string";
});
storedAlertsAtom.debugLabel = "storedAlerts";

/** The stored `alertSettings`. */
export const alertSettingsAtom = atom((get) => get(storedAlertsAtom));
alertSettingsAtom.debugLabel = "alertSettings";

/** Keeps the settings. @returns whether the browser had room for them: a sound may be too large. */
export const saveAlertSettingsAtom = atom(null, (_get, set, settings: AlertSettings): boolean => {
  set(storedAlertsAtom, settings);
  return readItem(KEY) === JSON.stringify(settings);
});
saveAlertSettingsAtom.debugLabel = "saveAlertSettings";
