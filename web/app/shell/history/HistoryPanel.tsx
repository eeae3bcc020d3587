import { atom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import type { DayKey } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { tellGoToDay } from "../../../components/go-to-day-toast.ts";
import { DraggablePanel } from "../../../components/panel/DraggablePanel.tsx";
import type { Point } from "../../../components/panel/drag-bounds.ts";
import { shownDayAtom } from "../../../state/clock/day.ts";
import {
  awaitedDayAtom,
  goToDayAtom,
  historyDaysAtom,
  historyProblemAtom,
  loadHistoryAtom,
} from "../../../state/clock/history.ts";
import { exchangeClockAtom } from "../../../state/market/market.ts";
import { DatePicker } from "./DatePicker.tsx";
import { DayWords } from "./DayWords.tsx";
import styles from "./history.module.css";
import { KeepDay } from "./KeepDay.tsx";
import { firstDateOf, type Picked, readPicked } from "./picker.ts";

/** Where the user left it, while the page lives; undefined: in its place above the day strip, where it covers nothing. */
const placeAtom = atom<Point | undefined>(undefined);
placeAtom.debugLabel = "historyPanelPlace";

const todayAtom = atom((get) => get(exchangeClockAtom)?.time.date);
todayAtom.debugLabel = "exchangeDate";

/** Shown in history mode: which past day the board looks at. */
export function HistoryPanel(): ReactNode {
  const store = useStore();
  const days = useAtomValue(historyDaysAtom);
  const problem = useAtomValue(historyProblemAtom);
  const load = useSetAtom(loadHistoryAtom);
  return (
    <DraggablePanel
      title="History"
      initial={store.get(placeAtom)}
      onMoved={(place) => store.set(placeAtom, place)}
      collapsible
    >
      <div className={styles["panel"]}>
        {problem !== "" ? (
          <div className={styles["problem"]} role="alert">
            <span>{problem}</span>
            <Button onClick={() => void load()}>Retry</Button>
          </div>
        ) : days === undefined ? (
          <p className={styles["words"]}>Loading the days…</p>
        ) : (
          <DayChooser days={days} />
        )}
      </div>
    </DraggablePanel>
  );
}

/** Picks the latest day of the list at first; later the one that is shown. */
function DayChooser({ days }: { readonly days: readonly HistoryDay[] }): ReactNode {
  const shown = useAtomValue(shownDayAtom);
  // Without the server there is no exchange clock; the list is that of the kept days.
  const today = useAtomValue(todayAtom) ?? (days.at(-1)?.date as IsoDate | undefined);
  const awaited = useAtomValue(awaitedDayAtom);
  const goToDay = useSetAtom(goToDayAtom);
  const [picked, setPicked] = useState<Picked>(() => ({ date: days.at(-1)?.date ?? "", source: undefined }));

  // The day also changes by the strip's jump, not by this panel alone.
  useEffect(() => {
    if (shown !== undefined && shown !== "today") setPicked(shown);
  }, [shown]);

  async function go(day: DayKey): Promise<void> {
    setPicked(day);
    tellGoToDay(await goToDay(day));
  }

  if (today === undefined || days.length === 0) return <p className={styles["words"]}>No past day can be shown.</p>;
  const facts = readPicked(days, picked, shown);
  return (
    <>
      <DatePicker
        picked={picked}
        facts={facts}
        first={firstDateOf(days)}
        today={today}
        isLoading={awaited !== undefined}
        onPick={(date) => setPicked({ date, source: undefined })}
        onGo={(day) => void go(day)}
      />
      <DayWords
        picked={picked}
        facts={facts}
        awaited={awaited}
        onSource={(source) => setPicked({ ...picked, source })}
      />
      {facts.day && facts.isCurrent ? <KeepDay day={facts.day} /> : undefined}
    </>
  );
}
