/** The atoms of one mounted PE-CE Difference. */

import { atom } from "jotai";
import type { Frame } from "#contract/domain/choices/frames.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { fieldOf, isOneOf, isShape } from "../../kit/pane/stored-shape.ts";
import { DEFAULT_EMA_PERIOD, type EmaPeriod, isEmaPeriod } from "../../kit/series/EmaSelect.tsx";
import { isVisibleLines, type VisibleLines } from "../../kit/series/visible-lines.ts";
import { RANGE_ALL, RANGES_TO_TEN } from "../../kit/strikes/ranges.ts";
import { createStrikeChoice } from "../../kit/strikes/strike-state.ts";
import { timeSorting } from "../../kit/table/time-table.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import { CATEGORIES, type Category, type Params } from "./snapshot.ts";

const VIEWS = ["table", "chart", "both"] as const;
export type ViewName = (typeof VIEWS)[number];

interface Settings {
  /** Columns of what each total has changed since the row before. */
  readonly diffs: boolean;
  /** Calls and puts swap their colours. */
  readonly switchColor: boolean;
}
const DEFAULTS: Settings = { diffs: false, switchColor: false };

export const difference = createPane(screen, (own) => {
  const viewAtom = own.stored<ViewName>("tableAndChart", "table", isOneOf(VIEWS));
  const categoryAtom = own.stored<Category>("selectedcategory", "oi", isOneOf(CATEGORIES));
  const periodAtom = own.stored<EmaPeriod>("peCeEmaPeriod", DEFAULT_EMA_PERIOD, isEmaPeriod);
  const visibleAtom = own.stored<VisibleLines>("peCeLegend", {}, isVisibleLines);
  const settingsAtom = own.stored(
    "peCeSettings",
    DEFAULTS,
    isShape<Settings>({ diffs: isBoolean, switchColor: isBoolean }),
  );
  const strikes = createStrikeChoice(own, {
    ranges: RANGES_TO_TEN,
    rangeAtom: own.stored("selectedStrikesNumber", RANGE_ALL, isOneOf(RANGES_TO_TEN)),
    autoAtom: own.stored("autoatm", false, isBoolean),
  });
  const frameAtom = atom<Frame>(3);
  const sorting = timeSorting(own);
  /** The lines alone: how the table is cut and ordered makes no others of them. */
  const alertParamsAtom = atom(
    (get): Params => ({
      ...screen.defaults,
      category: get(categoryAtom),
      choice: get(strikes.choiceAtom),
      period: get(periodAtom),
    }),
  );
  const paramsAtom = atom(
    (get): Params => ({
      ...get(alertParamsAtom),
      frame: get(frameAtom),
      isNewestFirst: get(sorting.sortAtom).descending,
    }),
  );
  return {
    viewAtom,
    categoryAtom,
    periodAtom,
    visibleAtom,
    diffsAtom: fieldOf(settingsAtom, "diffs"),
    switchColorAtom: fieldOf(settingsAtom, "switchColor"),
    strikes,
    frameAtom,
    sorting,
    alertParamsAtom,
    paramsAtom,
  };
});
