/**
 * Keeps the board's facts about its day: the line, what is recorded of it, and the replay's times, which go with the
 * day. Panes wait for the span before a replay can begin. When another day begins, a board that stands on 'today' goes live.
 */
import type { createStore } from "jotai";
import { isSameDay } from "#contract/domain/room-key.ts";
import { minute } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { type DaySpan, daySpanAtom, replayAtom } from "../../state/clock/day.ts";
import { historyDaysAtom, isToldDayAtom, loadHistoryAtom } from "../../state/clock/history.ts";
import { chosenWindowAtom, endTodayAtom, setWindowAtom } from "../../state/clock/replay.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import { isSameFact } from "../../state/market/slow-fact.ts";
import { activeContextAtom } from "../../state/pane/letters.ts";
import { toasts } from "../toasts/toasts.ts";
import { stateAtom, stripAtom } from "./atoms.ts";
import type { Snapshot } from "./snapshot.ts";
import type { ReplayWindow } from "./time-limits.ts";

type Store = ReturnType<typeof createStore>;

/** 'today' and the live market are one day. */
const pastDay = ({ day }: PaneContext) => (day === "today" ? undefined : day);

const isOneDay = (a: PaneContext, b: PaneContext): boolean =>
  a.symbol === b.symbol && isSameDay(pastDay(a), pastDay(b));

const isSameRoom = (a: PaneContext, b: PaneContext): boolean =>
  a.symbol === b.symbol && a.expiry === b.expiry && isSameDay(a.day, b.day);

const spanOf = ({ open, close, first, last }: Snapshot): DaySpan | undefined =>
  Number.isNaN(first) ? undefined : { open, close, first, last };

/** Times of other hours: of another segment, or before the close was moved. */
const isOutside = ({ from, to }: ReplayWindow, { open, close }: DaySpan): boolean => from < open || to > close;

/** @returns the end of it. */
export function followDay(store: Store): () => void {
  let wasReplaying = store.get(replayAtom) !== undefined;
  let date = store.get(exchangeClockAtom)?.time.date;
  /** What the line is of. */
  let shown: PaneContext | undefined;

  function update(): void {
    const { snapshot, context, status } = store.get(stateAtom);
    const wanted = store.get(activeContextAtom);
    if (snapshot && context && wanted && isOneDay(context, wanted)) {
      const before = store.get(stripAtom);
      const isShown = shown && isSameRoom(shown, context) && before?.version === snapshot.version;
      shown = context;
      if (!isShown) show(snapshot);
    } else if (status === "missing" || !shown || !wanted || !isOneDay(shown, wanted)) {
      shown = undefined;
      show(undefined);
    }
  }

  function show(strip: Snapshot | undefined): void {
    store.set(stripAtom, strip);
    const span = strip && spanOf(strip);
    const before = store.get(daySpanAtom);
    if (isSameFact(span, before)) return;
    store.set(daySpanAtom, span);
    if (!span) return;
    const chosen = store.get(chosenWindowAtom);
    if (chosen && isOutside(chosen, span)) store.set(chosenWindowAtom, undefined);
    const isTold = store.get(isToldDayAtom);
    store.set(isToldDayAtom, false);
    if (!isTold) applyWindow(span, before);
  }

  /**
   * A replay that goes on with another day plays what is recorded of it, unless the user said otherwise.
   * @param before of the same line, which has only grown: the start may be that of another window's segment
   */
  function applyWindow(span: DaySpan, before: DaySpan | undefined): void {
    const time = store.get(replayAtom);
    if (!time || (time.isChosen && !isOutside(time, span))) return;
    const from = before?.first === span.first ? time.from : minute(span.first);
    const to = minute(span.last);
    if (time.from !== from || time.to !== to) store.set(setWindowAtom, { from, to, isChosen: false });
  }

  function replayChanged(): void {
    const isReplaying = store.get(replayAtom) !== undefined;
    if (isReplaying === wasReplaying) return;
    wasReplaying = isReplaying;
    if (!isReplaying) store.set(chosenWindowAtom, undefined);
  }

  function clockCame(): void {
    const before = date;
    date = store.get(exchangeClockAtom)?.time.date;
    if (before === undefined || date === before) return;
    // The day before can be looked at now.
    if (store.get(historyDaysAtom)) void store.set(loadHistoryAtom);
    if (store.set(endTodayAtom)) toasts.show({ message: "A new day has begun: the board is live.", type: "info" });
  }

  const ends = [
    store.sub(exchangeClockAtom, clockCame),
    store.sub(stateAtom, update),
    store.sub(activeContextAtom, update),
    store.sub(replayAtom, replayChanged),
  ];
  update();
  return () => {
    for (const end of ends) end();
    store.set(stripAtom, undefined);
    store.set(daySpanAtom, undefined);
  };
}
