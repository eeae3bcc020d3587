/** Stops and targets of the chosen portfolio, by strategy or of the whole. They are kept in the browser. */
import { atom } from "jotai";
import { hitText, levelsText, type StopTarget } from "#contract/domain/strategy/portfolio.ts";
import { historyDaysAtom, historyProblemAtom } from "../../state/clock/history.ts";
import { isBoolean, isNumber, isRecord, storedAtom } from "../../state/saved/storage.ts";
import { livePositionsAtom, portfolioNameAtom } from "./book.ts";
import type { StopHit, StopRules, StopWait } from "./snapshot.ts";

type Stops = Readonly<Record<string, StopTarget>>;

const isLevel = (value: unknown): boolean => value === null || isNumber(value);
const isStop = (value: unknown): boolean =>
  isRecord(value) &&
  isLevel(value["target"]) &&
  isLevel(value["stop"]) &&
  isBoolean(value["isHit"]) &&
  typeof value["message"] === "string";
const isStored = (value: unknown): value is Readonly<Record<string, Stops>> =>
  isRecord(value) && Object.values(value).every((stops) => isRecord(stops) && Object.values(stops).every(isStop));

/** By portfolio. */
const storedStopsAtom = storedAtom("portfolioStops", {}, isStored);

export const stopsAtom = atom(
  (get): Stops => get(storedStopsAtom)[get(portfolioNameAtom)] ?? {},
  (get, set, key: string, stop: StopTarget): void => {
    const name = get(portfolioNameAtom);
    set(storedStopsAtom, (all) => ({ ...all, [name]: { ...all[name], [key]: stop } }));
  },
);

/** Sets both anew; null is none. */
export const applyStopAtom = atom(null, (_get, set, key: string, levels: Pick<StopTarget, "target" | "stop">): void =>
  set(stopsAtom, key, { ...levels, isHit: false, message: levelsText(levels) }),
);

const isHits = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isRecord(value) &&
  Object.values(value).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"));
/** By portfolio. They are kept: a page that is loaded again still shows them. */
const storedHitsAtom = storedAtom("portfolioHits", {}, isHits);

const NO_HITS: readonly string[] = [];
/** Hits that the user has not answered yet, oldest first. */
export const hitsAtom = atom(
  (get): readonly string[] => get(storedHitsAtom)[get(portfolioNameAtom)] ?? NO_HITS,
  (get, set, keys: readonly string[]): void => {
    const name = get(portfolioNameAtom);
    set(storedHitsAtom, (all) => ({ ...all, [name]: keys }));
  },
);

/** Why the totals of rules are not known, by key: of these rules. */
const waitsAtom = atom<{ readonly rules?: StopRules | undefined; readonly by: Readonly<Record<string, string>> }>({
  by: {},
});

/** What the watch says. */
export const heardAtom = atom(null, (get, set, news: readonly (StopHit | StopWait)[]): void => {
  for (const hit of news) {
    if ("waits" in hit) {
      const rules = get(stopRulesAtom);
      set(waitsAtom, { rules, by: { ...get(waitingAtom), [hit.key]: hit.waits } });
      continue;
    }
    const stop = get(stopsAtom)[hit.key];
    if (!stop || stop.isHit) continue;
    set(stopsAtom, hit.key, { ...stop, isHit: true, message: hitText(hit.key, hit) });
    set(hitsAtom, [...get(hitsAtom).filter((key) => key !== hit.key), hit.key]);
  }
});

const isArmed = ({ target, stop, isHit }: StopTarget): boolean => !isHit && (target !== null || stop !== null);

export const hasStopsAtom = atom((get): boolean => Object.values(get(stopsAtom)).some(isArmed));

/** What the worker watches: rules that are not hit yet. Undefined while there is none. */
export const stopRulesAtom = atom((get): StopRules | undefined => {
  const armed = Object.entries(get(stopsAtom)).filter(([, stop]) => isArmed(stop));
  const rules = armed.map(([key, { target, stop }]) => ({ key, target, stop }));
  const positions = get(livePositionsAtom);
  return rules.length > 0 && positions.strategies.length > 0 ? { positions, rules } : undefined;
});

const NONE: Readonly<Record<string, string>> = {};
/** Why the totals of rules are not known, by key; '' where they are. */
const waitingAtom = atom((get) => {
  const { rules, by } = get(waitsAtom);
  return rules === get(stopRulesAtom) ? by : NONE;
});
/** Which rules hit nothing for want of a settlement, and why, in words; '' for none. */
export const blindAtom = atom((get): string => {
  if (!get(historyDaysAtom) && get(historyProblemAtom) === "") return ""; // the list of days is on its way
  const blind = Object.entries(get(waitingAtom)).filter(([, why]) => why !== "");
  return blind.length === 0
    ? ""
    : `${blind.map(([key]) => key).join(", ")}: what an expired leg was settled at is not known here (${blind[0]?.[1]})`;
});
