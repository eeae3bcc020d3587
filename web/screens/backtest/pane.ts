/** The atoms of one mounted back-test: what is asked, how far it is, and which set is looked at. */
import { atom } from "jotai";
import type { DayKey } from "#contract/domain/clock.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { isSameDay } from "#contract/domain/room-key.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { daySpanAtom, shownDayAtom } from "../../state/clock/day.ts";
import { type GoToDay, goToDayAtom, loadHistoryAtom } from "../../state/clock/history.ts";
import { clientAtom } from "../../state/market/market.ts";
import { goAtom } from "../../state/navigation.ts";
import { turnLetterAtom } from "../../state/pane/linked-letters.ts";
import { daysOf, type LoadDeps, loadDays, type TradedDay } from "./days.ts";
import { askedOf, DEFAULT_FORM, type Form, isForm } from "./form.ts";
import { backtestJob, screen } from "./screen.ts";
import type { Reply } from "./snapshot.ts";

export interface Run {
  /** What was tried. */
  readonly symbol: string;
  readonly phase: "days" | "sets" | "done" | "cancelled" | "failed";
  /** In which phase it was cancelled. */
  readonly cancelledIn?: "days" | "sets";
  /** Of the days that are loaded, or of the sets that are tried. */
  readonly done: number;
  readonly count: number;
  /** Those that are tried, once their chains are there. */
  readonly days: readonly TradedDay[];
  /** Days that the archive has, without the chain of this expiry: they are left out. */
  readonly lacking?: readonly DayKey[];
  readonly reply?: Reply;
  readonly problem?: string;
}

export const backtest = createPane(screen, (own) => {
  const formAtom = own.stored<Form>("backtest", DEFAULT_FORM, isForm);
  /** It goes on under another symbol, unseen: its days and figures are of its own. */
  const lastRunAtom = atom<Run | undefined>(undefined);
  const runAtom = atom((get) => {
    const run = get(lastRunAtom);
    return run?.symbol === get(own.contextAtom)?.symbol ? run : undefined;
  });
  const chosenAtom = atom(0);
  const abortAtom = atom<AbortController | undefined>(undefined);

  const startAtom = atom(null, async (get, set): Promise<void> => {
    const client = get(clientAtom);
    const context = get(own.contextAtom);
    const form = get(formAtom);
    const asked = askedOf(form);
    if (!client || !context || "problem" in asked) return;
    get(abortAtom)?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    set(abortAtom, controller);
    set(chosenAtom, 0);
    const { exchange, symbol } = context;
    const step = (over: Partial<Run>): void => {
      // A day that was asked for still comes after a cancel; it must not set the run going again.
      if (!signal.aborted)
        set(lastRunAtom, (before) => ({ symbol, phase: "days", done: 0, count: 0, days: [], ...before, ...over }));
    };
    set(lastRunAtom, undefined);
    try {
      const days = daysOf(await client.history(), {
        exchange,
        symbol,
        count: form.days,
        hasSimulated: form.hasSimulated,
      });
      step({ phase: "days", done: 0, count: days.length });
      const progress = (done: number): void => step({ done });
      const { universeOf } = client;
      const vault = await client.vault();
      const deps: LoadDeps = { universeOf, roomBytes: (room, day) => vault.roomBytes(room, day), signal, progress };
      const chains = await loadDays(days, { exchange, symbol }, form.expiry, deps);
      const traded = chains.map(({ day }) => day);
      const lacking = days.filter(
        ({ date, source }) => !traded.some((one) => one.date === date && one.source === source),
      );
      step({ phase: "sets", done: 0, count: asked.sets, days: traded, lacking });
      const reply = await client.job(
        backtestJob,
        { ...asked, days: chains.map(({ tried }) => tried) },
        {
          signal,
          progress: (share, found) => step({ done: Math.round(share * asked.sets), ...(found && { reply: found }) }),
        },
      );
      step({ phase: "done", done: reply.done, reply });
    } catch (error) {
      if (signal.aborted) return;
      step({ phase: "failed", problem: error instanceof Error ? error.message : String(error) });
    }
  });

  return {
    formAtom,
    runAtom,
    /** Place among the best sets. */
    chosenAtom,
    startAtom,
    /** Ends the run; what was found by then stays. */
    cancelAtom: atom(null, (get, set) => {
      get(abortAtom)?.abort();
      set(lastRunAtom, (before) =>
        before?.phase === "days" || before?.phase === "sets"
          ? { ...before, phase: "cancelled", cancelledIn: before.phase }
          : before,
      );
    }),
    /** The board turns to a day, in replay at a minute; the chain that was traded is shown. */
    replayAtom: atom(null, async (get, set, { expiry, ...day }: TradedDay, at: Minute): Promise<GoToDay> => {
      const traded = get(own.contextAtom);
      const isThere = isSameDay(get(shownDayAtom), day);
      const outcome = await set(goToDayAtom, day);
      const session = traded && sessionOf(underlyingOf(traded.symbol).segment, day.date);
      if (outcome.kind !== "shown" || !session) return outcome;
      // The route's chain is of letter A, whatever letter the back-test is of.
      set(turnLetterAtom, "A", { exchange: traded.exchange, symbol: traded.symbol, expiry });
      void set(loadHistoryAtom); // the strip lists the days beside it
      // Of a day that was there before nobody tells the replay what is recorded.
      const span = isThere ? get(daySpanAtom) : undefined;
      const from = minute(span?.first ?? session.open);
      const to = minute(span?.last ?? session.close - 1);
      const time = { minute: at, speed: 1, isPlaying: false, from, to };
      get(clientAtom)?.replay({ type: "enter", time });
      set(goAtom, "/option-chain-new");
      return outcome;
    }),
    shownSetAtom: atom((get) => get(runAtom)?.reply?.best[get(chosenAtom)]),
  };
});
