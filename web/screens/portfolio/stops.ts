/** Stops and targets of the chosen portfolio, by strategy or of the whole. They are kept in the browser. */
import { atom } from "jotai";
import { levelsText, type StopTarget } from "#contract/domain/strategy/portfolio.ts";
import { isBoolean, isNumber, isRecord, storedAtom } from "../../state/saved/storage.ts";
import type { ListedStrategy } from "../../state/saved/strategies.ts";
import { portfolioNameAtom } from "./book.ts";
import { livePositionsAtom } from "./positions.ts";
import type { StopRules } from "./snapshot.ts";

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

/** Of strategies that are kept no longer: one that is saved anew under the name has no stop of before. */
export const forgetStopsAtom = atom(
  null,
  (get, set, before: readonly ListedStrategy[], now: readonly ListedStrategy[]): void => {
    for (const { portfolio, name } of before) {
      if (now.some((one) => one.portfolio === portfolio && one.name === name)) continue;
      const { [name]: gone, ...stops } = get(storedStopsAtom)[portfolio] ?? {};
      if (gone) set(storedStopsAtom, (all) => ({ ...all, [portfolio]: stops }));
    }
  },
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

const isArmed = ({ target, stop, isHit }: StopTarget): boolean => !isHit && (target !== null || stop !== null);

export const hasStopsAtom = atom((get): boolean => Object.values(get(stopsAtom)).some(isArmed));

/** What the worker watches: rules that are not hit yet. Undefined while there is none. */
export const stopRulesAtom = atom((get): StopRules | undefined => {
  const armed = Object.entries(get(stopsAtom)).filter(([, stop]) => isArmed(stop));
  const rules = armed.map(([key, { target, stop }]) => ({ key, target, stop }));
  const positions = get(livePositionsAtom);
  return rules.length > 0 && positions.strategies.length > 0 ? { positions, rules } : undefined;
});
