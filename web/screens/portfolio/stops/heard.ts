/** What the watch says of stops and targets: what is hit, and what it cannot watch. */
import { atom } from "jotai";
import { hitText } from "#contract/domain/strategy/portfolio.ts";
import { awaitsDaysAtom } from "../book/positions.ts";
import type { StopHit, StopRules, StopWait } from "../snapshot.ts";
import { hitsAtom, stopRulesAtom, stopsAtom } from "./stops.ts";

/** Which of these rules hit nothing, and why. */
const waitsAtom = atom<{ readonly rules?: StopRules | undefined; readonly words: string }>({ words: "" });

export const heardAtom = atom(null, (get, set, news: readonly (StopHit | StopWait)[]): void => {
  for (const hit of news) {
    if ("waits" in hit) {
      set(waitsAtom, { rules: get(stopRulesAtom), words: hit.waits });
      continue;
    }
    const stop = get(stopsAtom)[hit.key];
    if (!stop || stop.isHit) continue;
    set(stopsAtom, hit.key, { ...stop, isHit: true, message: hitText(hit.key, hit) });
    set(hitsAtom, [...get(hitsAtom).filter((key) => key !== hit.key), hit.key]);
  }
});

/** Which rules hit nothing for want of a settlement, and why, in words; '' for none. */
export const blindAtom = atom((get): string => {
  const { rules, words } = get(waitsAtom);
  return rules === get(stopRulesAtom) && !get(awaitsDaysAtom) ? words : "";
});
