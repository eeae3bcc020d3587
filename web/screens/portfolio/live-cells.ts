/** Figures that move with every price: written straight into their cells, since two hundred rows are no work for React. */

import { type Atom, useStore } from "jotai";
import { useEffect } from "react";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { formats } from "../../format/format.ts";
import { toneOf } from "../../kit/strategy/figures/figure-rows.ts";

/** What a cell shows: of the strategy or leg at a place, or of the whole. */
const FIGURES = {
  price: ({ prices }: Profits, at: number) => prices[at],
  leg: ({ legs }: Profits, at: number) => legs[at],
  strategy: ({ strategies }: Profits, at: number) => strategies[at],
  whole: ({ unrealised }: Profits) => unrealised,
} as const;

export type LiveFigure = keyof typeof FIGURES;

/** Attributes of a live cell. @param plus what is added to it: realised profit */
export const liveCell = (figure: LiveFigure, at = 0, plus = 0) => ({
  "data-live": figure,
  "data-at": at,
  "data-plus": plus,
});

const isFigure = (name: string | undefined): name is LiveFigure => name !== undefined && name in FIGURES;

/** Keeps the cells inside `root` up to date. @param structure another one: there are other cells */
export function useLiveCells(
  root: { readonly current: HTMLElement | null },
  profitsAtom: Atom<Profits | undefined>,
  structure: unknown,
): void {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are looked for again when the structure is another
  useEffect(() => {
    const cells = [...(root.current?.querySelectorAll<HTMLElement>("[data-live]") ?? [])];
    const write = (): void => {
      const snapshot = store.get(profitsAtom);
      for (const cell of cells) {
        const { live, at, plus } = cell.dataset;
        if (!isFigure(live)) continue;
        const figure = snapshot ? (FIGURES[live](snapshot, Number(at)) ?? Number.NaN) : Number.NaN;
        const value = figure + Number(plus);
        const text = (live === "price" ? formats.price : formats.signedPrice).text(value);
        if (cell.textContent === text) continue;
        cell.textContent = text;
        cell.dataset["tone"] = live === "price" ? "" : (toneOf(value) ?? "");
      }
    };
    write();
    return store.sub(profitsAtom, write);
  }, [root, store, profitsAtom, structure]);
}
