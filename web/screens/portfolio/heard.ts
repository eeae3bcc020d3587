/** What the watch says of stops and targets: what is hit, and what it cannot watch. */
import { atom } from "jotai";
import { hitText } from "#contract/domain/strategy/portfolio.ts";
import { awaitsDaysAtom } from "./book.ts";
import type { StopHit, StopRules, StopWait } from "./snapshot.ts";
import { hitsAtom, stopRulesAtom, stopsAtom } from "./stops.ts";

/** Why the totals of rules are not known, by key: of these rules. */
const waitsAtom = atom<{ readonly rules?: StopRules | undefined; readonly by: Readonly<Record<string, string>> }>({
  by: {},
});

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

const NONE: Readonly<Record<string, string>> = {};
/** Why the totals of rules are not known, by key; '' where they are. */
const waitingAtom = atom((get) => {
  const { rules, by } = get(waitsAtom);
  return rules === get(stopRulesAtom) ? by : NONE;
});
/** Which rules hit nothing for want of a settlement, and why, in words; '' for none. */
export const blindAtom = atom((get): string => {
  if (get(awaitsDaysAtom)) return "";
  const blind = Object.entries(get(waitingAtom)).filter(([, why]) => why !== "");
  return blind.length === 0
    ? ""
    : `${blind.map(([key]) => key).join(", ")}: no settlement of an expired leg is known (${blind[0]?.[1]})`;
});
