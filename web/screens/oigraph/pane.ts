/** What is plotted, how far, and over which window. Three settings outlive the page. */
import { atom } from "jotai";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import type { TimeWindow } from "#contract/domain/choices/time-window.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import { type GraphRange, type Params, STRIKE_RANGES, type TotalRange } from "./snapshot.ts";

export type Plot = "oi" | "premium";

const isGraphRange = isOneOf(STRIKE_RANGES);
const isTotalRange = isOneOf([ALL_STRIKES, ...STRIKE_RANGES] as const);

export const oigraph = createPane(screen, ({ stored }) => {
  /** Strikes on each side of ATM. */
  const strikeRangeAtom = stored<GraphRange>("oigraphstr", 7, isGraphRange);
  /** The strikes that the totals add up. */
  const totalRangeAtom = stored<TotalRange>("oigraphtotalstr", ALL_STRIKES, isTotalRange);
  /** Calls wear the puts' colour, puts the calls'. */
  const isInvertedAtom = stored("colorinvert", false, isBoolean);

  /** 1: two charts, the figure and its change. 2: one chart, over a window. */
  const viewAtom = atom<1 | 2>(1);
  const chosenPlotAtom = atom<Plot>("oi");
  /** 'OI' or 'Premium', which has the first view only. */
  const plotAtom = atom(
    (get) => get(chosenPlotAtom),
    (_get, set, plot: Plot) => {
      set(chosenPlotAtom, plot);
      if (plot === "premium") set(viewAtom, 1);
    },
  );

  const hasTotalChosenAtom = atom(false);
  /** 'Total OI', of the OI plot only; switched on, its range is every strike again. */
  const hasTotalAtom = atom(
    (get) => get(hasTotalChosenAtom) && get(chosenPlotAtom) === "oi",
    (_get, set, isShown: boolean) => {
      set(hasTotalChosenAtom, isShown);
      if (isShown) set(totalRangeAtom, ALL_STRIKES);
    },
  );

  /** Of the second view; the first one's changes count from the previous day. */
  const windowAtom = atom<TimeWindow>("current");
  /** Which sides show: the legend is their switch, one for all charts of the pane. */
  const visibleAtom = atom<Readonly<Record<string, boolean>>>({});

  const paramsAtom = atom(
    (get): Params => ({
      strikeRange: get(strikeRangeAtom),
      totalRange: get(totalRangeAtom),
      window: get(viewAtom) === 2 ? get(windowAtom) : "current",
    }),
  );

  return {
    strikeRangeAtom,
    totalRangeAtom,
    isInvertedAtom,
    plotAtom,
    viewAtom,
    hasTotalAtom,
    windowAtom,
    visibleAtom,
    paramsAtom,
  };
});
