/** The atoms of one mounted PCR chart: what is stored, and what lasts as long as the page. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { fieldOf, isOneOf, isShape } from "../../kit/pane/stored-shape.ts";
import { DEFAULT_EMA_PERIOD, type EmaPeriod, isEmaPeriod } from "../../kit/series/EmaSelect.tsx";
import { isVisibleLines, type VisibleLines } from "../../kit/series/visible-lines.ts";
import { RANGE_ALL, RANGES_TO_TEN } from "../../kit/strikes/ranges.ts";
import { createStrikeChoice } from "../../kit/strikes/strike-state.ts";
import { screen } from "./screen.ts";
import type { Params, RatioType } from "./snapshot.ts";

interface Options {
  readonly type: RatioType;
  readonly range: number;
}
const DEFAULTS: Options = { type: "pcr", range: RANGE_ALL };
const isOptions = isShape<Options>({ type: isOneOf(["pcr", "volumePcr"]), range: isOneOf(RANGES_TO_TEN) });

export const pcr = createPane(screen, (own) => {
  const optionsAtom = own.stored("pcrOptions", DEFAULTS, isOptions);
  const typeAtom = fieldOf(optionsAtom, "type");
  const periodAtom = own.stored<EmaPeriod>("pcremaPeriod", DEFAULT_EMA_PERIOD, isEmaPeriod);
  const visibleAtom = own.stored<VisibleLines>("pcrChartoptions", {}, isVisibleLines);
  const strikes = createStrikeChoice(own, { ranges: RANGES_TO_TEN, rangeAtom: fieldOf(optionsAtom, "range") });
  const paramsAtom = atom(
    (get): Params => ({ type: get(typeAtom), choice: get(strikes.choiceAtom), period: get(periodAtom) }),
  );
  return { typeAtom, periodAtom, visibleAtom, strikes, paramsAtom };
});
