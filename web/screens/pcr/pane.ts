/** The atoms of one mounted PCR chart: what is stored, and what lasts as long as the page. */
import { atom } from "jotai";
import type { StrikeChoice, StrikePick } from "#contract/domain/strike-choice.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { DEFAULT_EMA_PERIOD, type EmaPeriod, isEmaPeriod } from "../../kit/series/EmaSelect.tsx";
import { isVisibleLines, type VisibleLines } from "../../kit/series/visible-lines.ts";
import { RANGE_ALL, RANGE_CUSTOM } from "../../kit/strikes/RangeSelect.tsx";
import { isRecord } from "../../state/storage.ts";
import { screen } from "./screen.ts";
import type { Params, RatioType } from "./snapshot.ts";

/** Either side of the centre strike; then the whole chain, then a choice by hand. */
export const RANGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, RANGE_ALL, RANGE_CUSTOM] as const;

interface Options {
  readonly type: RatioType;
  readonly range: number;
}
const DEFAULTS: Options = { type: "pcr", range: RANGE_ALL };
const isOptions = (value: unknown): value is Options =>
  isRecord(value) &&
  (value["type"] === "pcr" || value["type"] === "volumePcr") &&
  RANGES.some((range) => range === value["range"]);

/** A centre and picks are strikes of one symbol: another symbol begins without. */
interface OfSymbol<T> {
  readonly symbol: string;
  readonly value: T;
}

export const pcr = createPane(screen, ({ stored, contextAtom }) => {
  const optionsAtom = stored<Options>("pcrOptions", DEFAULTS, isOptions);
  const periodAtom = stored<EmaPeriod>("pcremaPeriod", DEFAULT_EMA_PERIOD, isEmaPeriod);
  const visibleAtom = stored<VisibleLines>("pcrChartoptions", {}, isVisibleLines);
  const ofSymbolAtom = <T>() => {
    const keptAtom = atom<OfSymbol<T> | undefined>(undefined);
    return atom(
      (get) => {
        const kept = get(keptAtom);
        return kept?.symbol === get(contextAtom)?.symbol ? kept?.value : undefined;
      },
      (get, set, value: T) => set(keptAtom, { symbol: get(contextAtom)?.symbol ?? "", value }),
    );
  };
  /** Rupees. The strike at the money when a range is first seen, until the user chooses another. */
  const centreAtom = ofSymbolAtom<number>();
  const picksAtom = ofSymbolAtom<readonly StrikePick[]>();

  const choiceAtom = atom((get): StrikeChoice => {
    const { range } = get(optionsAtom);
    const picks = get(picksAtom);
    if (range === RANGE_CUSTOM && picks) return { kind: "chosen", picks };
    if (range >= RANGE_ALL) return { kind: "all" };
    return { kind: "around", centre: get(centreAtom) ?? "atm", each: range };
  });
  const paramsAtom = atom(
    (get): Params => ({ type: get(optionsAtom).type, choice: get(choiceAtom), period: get(periodAtom) }),
  );
  return { optionsAtom, periodAtom, visibleAtom, centreAtom, picksAtom, paramsAtom };
});
