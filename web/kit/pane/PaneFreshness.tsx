import { type Atom, useStore } from "jotai";
import { type ReactNode, useCallback } from "react";
import type { FrozenDay } from "#contract/domain/clock.ts";
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { SOURCE_OF_DAY } from "../../components/day-source.ts";
import { FreshnessChip } from "../../components/feedback/FreshnessChip.tsx";
import type { FreshnessReading } from "../../components/feedback/freshness.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import type { PaneState } from "../../state/pane/pane.ts";

/** 'Recorded' is what was imported from files, whether it is looked at or served as today; without a feed the last day stands. */
const SOURCE_WORDS = { sim: "Simulated", recorded: "Recorded", none: "No feed", kite: "Kite" } as const;

const sourceWords = (day: FrozenDay | undefined): string | undefined =>
  day === undefined || day === "today" ? undefined : SOURCE_OF_DAY[day.source];

interface PaneFreshnessProps {
  readonly stateAtom: Atom<PaneState<unknown>>;
  /** False: the age, and the rest in the tip. */
  readonly detail: boolean;
}

/** Source, exchange date and time, speed, and the age of what the pane draws. */
export function PaneFreshness({ stateAtom, detail }: PaneFreshnessProps): ReactNode {
  const store = useStore();
  const read = useCallback((): FreshnessReading => {
    const clock = store.get(exchangeClockAtom);
    const { status, frameAt, cadence, recorded, trouble, lacks, opensAt, clock: shown, context } = store.get(stateAtom);
    const now = performance.now();
    if (shown !== undefined && shown.mode !== "live") {
      const { mode, date, minute, speed } = shown;
      const source = sourceWords(context?.day) ?? (clock ? SOURCE_WORDS[clock.time.source] : "");
      return { mode, age: undefined, source, date, minute, speed, recorded, cadence: Math.max(cadence, 1) };
    }
    return {
      mode: "live",
      trouble,
      lacks,
      opensAt,
      // Figures that no frame is behind are those of a document.
      isDaily: status === "ready" && Number.isNaN(frameAt),
      age: Number.isNaN(frameAt) ? undefined : now - frameAt,
      source: clock ? SOURCE_WORDS[clock.time.source] : "Connecting",
      date: clock?.time.date ?? "",
      minute: clock ? extrapolateMinute(clock.time, now - clock.arrived) : 0,
      speed: clock?.time.rate ?? 0,
      ...(cadence > 0 ? { cadence: cadence / (clock?.time.rate || 1) } : {}),
    };
  }, [store, stateAtom]);
  return <FreshnessChip read={read} detail={detail} />;
}
