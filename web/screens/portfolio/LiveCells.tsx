/** Figures that move with every price: written straight into their cells, since they are no work for React. */

import { type Atom, useStore } from "jotai";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { setText } from "../../components/set-text.ts";
import { toneOf } from "../../components/tone.ts";
import { formats, priceFormatOf } from "../../format/format.ts";
import { type Causes, type ShownCause, shownCause } from "./attribution/causes.ts";
import { portfolio } from "./pane.ts";
import styles from "./portfolio.module.css";

/** What a cell shows: of the strategy or leg at a place, or of the whole. */
const FIGURES = {
  leg: ({ legs }: Profits, at: number) => legs[at],
  strategy: ({ strategies }: Profits, at: number) => strategies[at],
  whole: ({ unrealised }: Profits) => unrealised,
} as const;

type Figure = keyof typeof FIGURES;

interface LiveCellProps {
  readonly figure: Figure;
  readonly at?: number | undefined;
  /** What is added to it: realised profit. */
  readonly plus?: number;
  readonly strong?: boolean;
}

/** The last price of a leg, among other figures of a cell. */
export function LivePrice({ at, decimals }: { readonly at: number; readonly decimals: number }): ReactNode {
  const text = useRef<HTMLSpanElement>(null);
  useLive(text, portfolio.use().profitsAtom, writePrice, at, decimals);
  return <span ref={text} data-live="price" />;
}

const writePrice = (cell: HTMLElement, profits: Profits | undefined, at: number, decimals: number): void =>
  setText(cell, priceFormatOf(decimals).text(profits?.prices[at] ?? Number.NaN));

export function LiveCell({ figure, at = 0, plus = 0, strong = false }: LiveCellProps): ReactNode {
  const cell = useRef<HTMLTableCellElement>(null);
  useLive(cell, portfolio.use().profitsAtom, writeProfit, figure, at, plus);
  return <td ref={cell} data-right="" data-live={figure} className={strong ? styles["strong"] : undefined} />;
}

function writeProfit(cell: HTMLElement, profits: Profits | undefined, figure: Figure, at: number, plus: number): void {
  const value = (profits ? (FIGURES[figure](profits, at) ?? Number.NaN) : Number.NaN) + plus;
  setText(cell, formats.signedPrice.text(value));
  setData(cell, "tone", toneOf(value) ?? "");
}

/** Whose causes a cell shows. */
export type CauseOf = "legs" | "strategies" | "whole";

interface CauseCellProps {
  readonly of: CauseOf;
  readonly cause: ShownCause;
  readonly at: number;
}

/** Rupees of one cause. Delta to trades have a bar from a common zero; what the whole has is in the band below. */
export function CauseCell({ of, cause, at }: CauseCellProps): ReactNode {
  const cell = useRef<HTMLTableCellElement>(null);
  useLive(cell, portfolio.use().causesAtom, writeCause, of, cause, at);
  const hasBar = of !== "whole" && cause !== "residual";
  return <td ref={cell} data-right="" data-bar={hasBar || undefined} data-cause={cause} />;
}

function writeCause(cell: HTMLElement, causes: Causes | undefined, of: CauseOf, cause: ShownCause, at: number): void {
  const value = causes ? shownCause(causes[of], cause, at) : Number.NaN;
  setText(cell, formats.signedWhole.text(value));
  const share = causes && causes.scale > 0 ? Math.min(Math.abs(value) / causes.scale, 1) : 0;
  cell.style.setProperty("--share", Number.isNaN(share) ? "0" : share.toFixed(3));
  setData(cell, "side", value < 0 ? "down" : "up");
}

function setData(cell: HTMLElement, name: string, value: string): void {
  if (cell.dataset[name] !== value) cell.dataset[name] = value;
}

/** Writes before the cell is painted first, and with each snapshot. @param write stable; `what` is told to it */
function useLive<State, What extends readonly (string | number)[]>(
  cell: RefObject<HTMLElement | null>,
  stateAtom: Atom<State>,
  write: (cell: HTMLElement, state: State, ...what: What) => void,
  ...what: What
): void {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it shows is compared figure by figure
  useLayoutEffect(() => {
    const { current } = cell;
    if (!current) return;
    const show = (): void => write(current, store.get(stateAtom), ...what);
    show();
    return store.sub(stateAtom, show);
  }, [cell, store, stateAtom, write, ...what]);
}
