import type { Atom } from "jotai";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { type CellFormat, formats } from "../../../format/format.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";

interface AnyPane {
  readonly stateAtom: Atom<PaneState<unknown>>;
}

const decimalsOf = ({ context }: PaneState<unknown>) =>
  context === undefined ? (2 as const) : underlyingOf(context.symbol).decimals;

/** Decimals of the prices of the pane's symbol: 4 for USDINR, else 2. */
export const useDecimals = ({ stateAtom }: AnyPane): 2 | 4 => useSlowFact(stateAtom, decimalsOf);

export interface PriceFormats {
  readonly price: CellFormat;
  readonly signed: CellFormat;
}
const TWO: PriceFormats = { price: formats.price, signed: formats.signedPrice };
const FOUR: PriceFormats = { price: formats.price4, signed: formats.signedPrice4 };

/** Prices and their changes in the decimals of the pane's symbol, for figures and cells. The same symbol gives the same object. */
export const usePriceFormats = (pane: AnyPane): PriceFormats => (useDecimals(pane) === 4 ? FOUR : TWO);
