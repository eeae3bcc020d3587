/** Stops and targets of the chosen portfolio, by strategy or of the whole. They are kept in the browser. */
import { atom } from "jotai";
import { levelsText, type StopTarget } from "#contract/domain/strategy/portfolio.ts";
import { isBoolean, isNumber, isRecord, storedAtom } from "../../../state/saved/storage.ts";
import type { ListedStrategy } from "../../../state/saved/strategies.ts";
import { listAtom, portfolioNameAtom } from "../book/book.ts";
import { livePositionsAtom } from "../book/positions.ts";
import type { StopRules } from "../snapshot.ts";

/** With the id of its strategy, where that is known. */
type Stop = StopTarget & { readonly id?: string | undefined };
type Stops = Readonly<Record<string, Stop>>;

const isLevel = (value: unknown): boolean => value === null || isNumber(value);
const isStop = (value: unknown): boolean =>
  isRecord(value) &&
  isLevel(value["target"]) &&
  isLevel(value["stop"]) &&
  isBoolean(value["isHit"]) &&
  typeof value["message"] === "string" &&
  (value["id"] === undefined || typeof value["id"] === "string");
const isStored = (value: unknown): value is Readonly<Record<string, Stops>> =>
  isRecord(value) && Object.values(value).every((stops) => isRecord(stops) && Object.values(stops).every(isStop));

/** By portfolio. */
const storedStopsAtom = storedAtom("portfolioStops", {}, isStored);

export const stopsAtom = atom(
  (get): Stops => get(storedStopsAtom)[get(portfolioNameAtom)] ?? {},
  (get, set, key: string, stop: Stop): void => {
    const name = get(portfolioNameAtom);
    set(storedStopsAtom, (all) => ({ ...all, [name]: { ...all[name], [key]: stop } }));
  },
);

type Place = Pick<ListedStrategy, "portfolio" | "name">;
const isAt = (a: Place, b: Place): boolean => a.portfolio === b.portfolio && a.name === b.name;

/** Sets both anew; null is none. */
export const applyStopAtom = atom(null, (get, set, key: string, levels: Pick<StopTarget, "target" | "stop">): void => {
  const id = get(listAtom)?.find((one) => isAt(one, { portfolio: get(portfolioNameAtom), name: key }))?.id;
  set(stopsAtom, key, { ...levels, isHit: false, message: levelsText(levels), id });
});

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

/**
 * A stop goes with its strategy, to another portfolio or name, and ends with it: another one that is saved under the name has none
 * of before. What neither list knows stays: another account of this browser may have it.
 */
export const moveStopsAtom = atom(
  null,
  (get, set, before: readonly ListedStrategy[], now: readonly ListedStrategy[]): void => {
    const moves = Object.entries(get(storedStopsAtom)).flatMap(([portfolio, stops]) =>
      Object.entries(stops).flatMap(([name, stop]) => {
        const from = { portfolio, name };
        const id = stop.id ?? before.find((one) => isAt(one, from))?.id;
        const to = now.find((one) => one.id === id);
        const isKnown = id !== undefined && [...before, ...now].some((one) => one.id === id || isAt(one, from));
        return !isKnown || (to && isAt(to, from)) ? [] : { from, to, stop: { ...stop, id } };
      }),
    );
    for (const { from } of moves)
      set(storedStopsAtom, (all) => {
        const { [from.name]: _, ...others } = all[from.portfolio] ?? {};
        return { ...all, [from.portfolio]: others };
      });
    for (const { from, to, stop } of moves) {
      const hits = get(storedHitsAtom)[from.portfolio] ?? NO_HITS;
      if (to) set(storedStopsAtom, (all) => ({ ...all, [to.portfolio]: { ...all[to.portfolio], [to.name]: stop } }));
      if (!hits.includes(from.name)) continue;
      set(storedHitsAtom, (all) => ({ ...all, [from.portfolio]: hits.filter((key) => key !== from.name) }));
      if (to) set(storedHitsAtom, (all) => ({ ...all, [to.portfolio]: [...(all[to.portfolio] ?? []), to.name] }));
    }
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
