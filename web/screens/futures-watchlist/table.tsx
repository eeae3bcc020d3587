/** The columns of the watch list: what a future is, then seven stretches of time with three measures each. */

import type { ReactNode } from "react";
import { counted } from "../../format/count-words.ts";
import { type CellFormat, formats, numberFormat, wordsFormat } from "../../format/format.ts";
import type { GridColumn, Ink } from "../../grid/grid-model.ts";
import { twoActionsWidth } from "../../grid/grid-options.ts";
import type { HeaderGroup } from "../../grid/header.tsx";
import { basisColumns } from "../../kit/futures/future-columns.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { screen } from "./screen.ts";
import {
  BASIS,
  CARRY,
  changeSlot,
  IS_FINE,
  KEY,
  MEASURES,
  type Measure,
  moveSlot,
  NAME,
  PRICE,
  SECTOR,
  type Snapshot,
  TOTALS_LABEL,
  WINDOWS,
} from "./snapshot.ts";

/** What the user has chosen to see. */
export interface Look {
  readonly hasSector: boolean;
  readonly hasBasis: boolean;
  readonly isPercentage: boolean;
}

interface MeasureLook {
  readonly header: string;
  readonly width: number;
  readonly format: CellFormat;
  readonly finer?: { readonly slot: number; readonly format: CellFormat };
}

/** 1,351 px in all with sectors, or with basis in their place: a window of 1,366 less a scrollbar of 15. Per cent by measure; then rupees, lakhs and lakhs. */
const PERCENT: Readonly<Record<Measure, MeasureLook>> = {
  price: { header: "price%", width: 50, format: formats.signedPrice },
  oi: { header: "oi%", width: 47, format: formats.signedPrice },
  vol: { header: "vol%", width: 50, format: numberFormat({ decimals: 1, signed: true }) },
};
const ABSOLUTE: Readonly<Record<Measure, MeasureLook>> = {
  price: {
    header: "price",
    width: 66,
    format: formats.signedPrice,
    finer: { slot: IS_FINE, format: formats.signedPrice4 },
  },
  oi: { header: "oi(L)", width: 62, format: formats.signedLakh },
  vol: { header: "vol(L)", width: 72, format: formats.signedLakh },
};
const INKS: Readonly<Record<Measure, Ink>> = { price: "sign", oi: "ink", vol: "ink-2" };
const WORDS: Readonly<Record<Measure, string>> = { price: "Price", oi: "Open interest", vol: "Volume" };
/** Under price, oi and vol of a stretch. */
const MOVES = [
  { letter: "A", ink: "up" },
  { letter: "D", ink: "down" },
  { letter: "U", ink: "ink-2" },
] as const;

const groupName = (minutes: number): string => (minutes === 0 ? "Current" : `${minutes}min`);
const since = (minutes: number): string =>
  minutes === 0 ? "since the previous day" : `in ${counted(minutes, "minute")}`;

const label = (width: number): Pick<GridColumn, "width" | "total"> => ({
  width,
  total: { kind: "figure", slot: TOTALS_LABEL, format: wordsFormat(["Advance, decline"]), ink: "ink-2" },
});

function factColumns({ hasSector, hasBasis }: Look): GridColumn[] {
  const name: GridColumn = {
    id: "name",
    header: "Name",
    width: 98,
    grow: 2,
    cell: { kind: "text", slot: NAME, weight: 500, link: true },
  };
  const price: GridColumn = {
    id: "ltp",
    header: "LTP",
    // B and S stand left of the widest price.
    width: twoActionsWidth + 68,
    grow: 1,
    cell: {
      kind: "figure",
      slot: PRICE,
      format: formats.price,
      finer: { slot: IS_FINE, format: formats.price4 },
      weight: 500,
      price: true,
      flash: true,
    },
  };
  const sector: GridColumn = {
    id: "sector",
    header: "Sector",
    grow: 2,
    align: "left",
    cell: { kind: "text", slot: SECTOR, ink: "ink-3" },
    ...label(106),
  };
  const names = hasSector ? [sector, name] : [{ ...name, align: "left", ...label(116) } as const];
  return [...names, price, ...(hasBasis ? basisColumns({ basis: BASIS, carry: CARRY, width: 53 }) : [])];
}

function changeColumns(isPercentage: boolean): GridColumn[] {
  const looks = isPercentage ? PERCENT : ABSOLUTE;
  return WINDOWS.flatMap((minutes, w) =>
    MEASURES.map((measure, m): GridColumn => {
      const { header, width, ...figure } = looks[measure];
      const { letter, ink } = MOVES[m]!;
      const move: CellFormat = { text: (count) => `${letter} ${count}`, plain: String };
      return {
        id: `${minutes}-${measure}`,
        header,
        unit: isPercentage ? "%" : m === 0 ? "₹" : "lakh",
        title: `${WORDS[measure]}: change ${since(minutes)}; - where it is not known then`,
        // The first group is a little wider: the day's changes are larger.
        width: width + (minutes === 0 && measure === "price" ? 6 : 0),
        grow: 1,
        pad: 6,
        divider: m === 0,
        cell: { kind: "figure", slot: changeSlot(w, m), ...figure, ink: INKS[measure] },
        total: { kind: "figure", slot: moveSlot(w, m), format: move, ink },
      };
    }),
  );
}

function groups({ hasSector, hasBasis }: Look, lead: ReactNode): HeaderGroup[] {
  const facts = { id: "list", from: hasSector ? "sector" : "name", to: hasBasis ? "carry" : "ltp", content: lead };
  const stretches = WINDOWS.map((minutes) => ({
    id: `${minutes}`,
    from: `${minutes}-price`,
    to: `${minutes}-vol`,
    content: <strong>{groupName(minutes)}</strong>,
  }));
  return [facts, ...stretches];
}

export const table = defineTable<Snapshot, Look>({
  label: "Watch list",
  keySlot: KEY,
  nameSlot: NAME,
  columns: (look) => [...factColumns(look), ...changeColumns(look.isPercentage)],
  groups,
  fits: (snapshot, look) => snapshot.isPercentage === look.isPercentage,
  sort: screen.defaults.sort,
  empty: "No future of this list, or of that name, is traded in this expiry.",
});
