/** The columns of both views. */
import { BUILD_UP_STATES, LONG_BUILD, LONG_UNWIND, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { formats, numberFormat, wordsFormat } from "../../format/format.ts";
import type { Figure, GridColumn, Side } from "../../grid/grid-model.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { analysisColumn, beginsStretch, type Stretches, timeColumn } from "../../kit/table/time-table.ts";
import { ContractHead } from "./ContractHead.tsx";
import { LTP_HEADER } from "./pane.ts";
import {
  BUILD_UP,
  LTP,
  OI,
  OI_CHANGE,
  PRICE_CHANGE,
  type Snapshot,
  sideSlot,
  sumSlot,
  TIME,
  TOTALS_LABEL,
  totalSlot,
  VOLUME,
  VOLUME_BAR,
  VOLUME_CHANGE,
} from "./snapshot.ts";

/** The sums, in their order. */
export const SUM_WORDS = [LONG_BUILD, SHORT_BUILD, LONG_UNWIND, SHORT_COVER].map(
  (code) => BUILD_UP_STATES[code] ?? { word: "", short: "", up: false, filled: false },
);

export interface Look extends Stretches {
  readonly view: 1 | 2;
  readonly hasLtp: boolean;
  readonly isShort: boolean;
  readonly decimals: 2 | 4;
}

function oneContract({ hasLtp, isShort, decimals }: Look): readonly GridColumn[] {
  const slot = (figure: number): number => sideSlot(0, figure);
  const price: GridColumn = {
    id: LTP_HEADER,
    header: hasLtp ? "LTP" : "Price Chng",
    title: hasLtp ? "Show changes of price" : "Show prices",
    width: 96,
    grow: 1,
    sortable: true,
    cell: hasLtp
      ? { kind: "figure", slot: slot(LTP), format: numberFormat({ decimals }), weight: 500, price: true }
      : { kind: "figure", slot: slot(PRICE_CHANGE), format: numberFormat({ decimals, signed: true }) },
  };
  const change = (id: string, header: string, figure: number): GridColumn => ({
    id,
    header,
    width: 110,
    grow: 1,
    sortable: false,
    cell: { kind: "figure", slot: slot(figure), format: formats.signedWhole },
  });
  const sums = SUM_WORDS.map(
    ({ word, short }, sum): GridColumn => ({
      id: `sum-${short}`,
      header: isShort ? short : word.replace(" ", ""),
      title: `${word}: OI changes added up in the block, lakh`,
      unit: "lakh",
      width: isShort ? 72 : 106,
      grow: 1,
      sortable: false,
      divider: sum === 0,
      cell: { kind: "figure", slot: sumSlot(sum), format: formats.signedLakh, ink: "ink-2" },
      total: { kind: "figure", slot: totalSlot(0, sum), format: formats.signedLakh, weight: 600 },
    }),
  );
  return [
    {
      ...timeColumn(TIME, 96),
      total: { kind: "figure", slot: TOTALS_LABEL, format: wordsFormat(["Day, lakh"]), weight: 600 },
    },
    price,
    change("oi", "OI Chng", OI_CHANGE),
    change("vol", "Vol Chng", VOLUME_CHANGE),
    analysisColumn("analysis", slot(BUILD_UP), "call", isShort),
    ...sums,
  ];
}

function oneSide(side: Side, { isShort, decimals }: Look): GridColumn[] {
  const name = side === "call" ? "ce" : "pe";
  const slot = (figure: number): number => sideSlot(side === "call" ? 0 : 1, figure);
  const figure = (id: string, header: string, width: number, cell: Figure): GridColumn => ({
    id: `${name}:${id}`,
    header,
    width,
    sortable: false,
    cell: { kind: "figure", ...cell },
  });
  const columns: GridColumn[] = [
    analysisColumn(`${name}:analysis`, slot(BUILD_UP), side, isShort),
    figure("vol", "Vol-Lakh", 92, { slot: slot(VOLUME), format: formats.lakh, ink: "ink-2" }),
    {
      id: `${name}:vol-chg`,
      header: "VolChg-Lakh",
      width: 112,
      grow: 2,
      sortable: false,
      cell: {
        kind: "gutter-bar",
        side,
        gutter: 76,
        slot: slot(VOLUME_CHANGE),
        barSlot: slot(VOLUME_BAR),
        fill: "bar",
        format: formats.signedLakh,
      },
    },
    figure("oi", "OI-Lakh", 78, { slot: slot(OI), format: formats.lakh }),
    figure("oi-chg", "OI Chg", 92, { slot: slot(OI_CHANGE), format: formats.signedWhole }),
    figure("ltp", "Ltp", 70, { slot: slot(LTP), format: numberFormat({ decimals }), weight: 500, price: true }),
    figure("price-chg", "Price Chg", 77, {
      slot: slot(PRICE_CHANGE),
      format: numberFormat({ decimals, signed: true }),
    }),
  ];
  return side === "call" ? columns : columns.reverse();
}

export const table = defineTable<Snapshot, Look>({
  label: "Options analysis",
  keySlot: TIME,
  columns: (look) =>
    look.view === 1 ? oneContract(look) : [...oneSide("call", look), timeColumn(TIME), ...oneSide("put", look)],
  groups: ({ view }) =>
    view === 1
      ? [{ id: "one", from: "time", to: "sum-SC", content: <ContractHead /> }]
      : [
          { id: "calls", from: "ce:analysis", to: "ce:price-chg", content: <ContractHead side="ce" /> },
          { id: "spine", from: "time", to: "time", raised: true },
          { id: "puts", from: "pe:price-chg", to: "pe:analysis", align: "right", content: <ContractHead side="pe" /> },
        ],
  fits: (snapshot, look) => snapshot.view === look.view,
  follow: { mode: "latest", rowsAbove: 0 },
  rule: beginsStretch,
  empty: "The first change is known when the second interval of the day has begun.",
});
