/** Figures that move with every price: written straight into their cells, since two hundred rows are no work for React. */

import { type Atom, useStore } from "jotai";
import { useEffect } from "react";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { formats } from "../../format/format.ts";
import { toneOf } from "../../kit/strategy/figures/figure-rows.ts";
import { type Causes, SHOWN_CAUSES, type ShownCause, shownCause } from "./causes.ts";

/** What a cell shows: of the strategy or leg at a place, or of the whole. */
const FIGURES = {
  price: ({ prices }: Profits, at: number) => prices[at],
  leg: ({ legs }: Profits, at: number) => legs[at],
  strategy: ({ strategies }: Profits, at: number) => strategies[at],
  whole: ({ unrealised }: Profits) => unrealised,
} as const;

type LiveFigure = keyof typeof FIGURES;

/** Whose causes a cell shows. */
export type CauseOf = "legs" | "strategies" | "whole";

export interface LiveFigures {
  readonly profits: Profits | undefined;
  readonly causes: Causes | undefined;
}

/** Attributes of a live cell. @param plus what is added to it: realised profit */
export const liveCell = (figure: LiveFigure, at = 0, plus = 0) => ({
  "data-live": figure,
  "data-at": at,
  "data-plus": plus,
});

/** Attributes of a cell with an amount of one cause, and its bar. */
export const causeCell = (of: CauseOf, cause: ShownCause, at = 0) => ({
  "data-live": of,
  "data-at": at,
  "data-cause": cause,
});

const isFigure = (name: string | undefined): name is LiveFigure => name !== undefined && name in FIGURES;
const isCause = (name: string | undefined): name is ShownCause => SHOWN_CAUSES.some((cause) => cause === name);
const isCauseOf = (name: string | undefined): name is CauseOf =>
  name === "legs" || name === "strategies" || name === "whole";

/** Keeps the cells inside `root` up to date. @param structure another one: there are other cells */
export function useLiveCells(
  root: { readonly current: HTMLElement | null },
  liveAtom: Atom<LiveFigures>,
  structure: unknown,
): void {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are looked for again when the structure is another
  useEffect(() => {
    const cells = [...(root.current?.querySelectorAll<HTMLElement>("[data-live]") ?? [])].flatMap(writerOf);
    const write = (): void => {
      const live = store.get(liveAtom);
      for (const show of cells) show(live);
    };
    write();
    return store.sub(liveAtom, write);
  }, [root, store, liveAtom, structure]);
}

type Writer = (live: LiveFigures) => void;

/** What keeps a cell up to date. Its attributes and its text are read once: a thousand of them are too much for each price. */
function writerOf(cell: HTMLElement): readonly Writer[] {
  const { live, at, plus, cause } = cell.dataset;
  if (cause !== undefined) return isCauseOf(live) && isCause(cause) ? [causeWriter(cell, live, cause, Number(at))] : [];
  return isFigure(live) ? [profitWriter(cell, live, Number(at), Number(plus))] : [];
}

function profitWriter(cell: HTMLElement, figure: LiveFigure, at: number, plus: number): Writer {
  const of = FIGURES[figure];
  const format = figure === "price" ? formats.price : formats.signedPrice;
  let shown: number | undefined;
  return ({ profits }) => {
    const value = (profits ? (of(profits, at) ?? Number.NaN) : Number.NaN) + plus;
    if (Object.is(value, shown)) return;
    shown = value;
    const text = format.text(value);
    if (cell.textContent === text) return;
    cell.textContent = text;
    cell.dataset["tone"] = figure === "price" ? "" : (toneOf(value) ?? "");
  };
}

function causeWriter(cell: HTMLElement, of: CauseOf, cause: ShownCause, at: number): Writer {
  return ({ causes }) => {
    const value = causes ? shownCause(causes[of], cause, at) : Number.NaN;
    const text = formats.signedWhole.text(value);
    if (cell.textContent !== text) cell.textContent = text;
    const share = causes && causes.scale > 0 ? Math.min(Math.abs(value) / causes.scale, 1) : 0;
    cell.style.setProperty("--share", Number.isNaN(share) ? "0" : share.toFixed(3));
    cell.dataset["side"] = value < 0 ? "down" : "up";
  };
}
