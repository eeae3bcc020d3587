/** The columns of OI Change: calls and puts mirrored about the strike, the newest interval next to it. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { type CellFormat, formats, numberFormat, timeFormat, wordsFormat } from "../../format/format.ts";
import type { GridCell, GridColumn, Side } from "../../grid/grid-model.ts";
import { splitBand } from "../../kit/strikes/split-band.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { ChangeHead } from "./ChangeHead.tsx";
import {
  barOf,
  COLUMNS,
  type Metric,
  SINCE_CLOSE,
  SINCE_CLOSE_BAR,
  SLOTS,
  type Snapshot,
  STRIKE,
  sideSlot,
} from "./snapshot.ts";
import { METRIC_WORDS } from "./words.ts";

export interface Look {
  readonly metric: Metric;
  /** Minutes that the intervals end at, the oldest first. */
  readonly times: readonly number[];
  /** Minutes that the newest has run, where it still runs. */
  readonly partial: number;
  readonly hasSinceClose: boolean;
  readonly inLots: boolean;
  readonly isInverse: boolean;
  readonly decimals: 2 | 4;
  /** 'LB' instead of 'Long Build'. */
  readonly isShort: boolean;
  /** Fewer strikes above the money. */
  readonly isNarrow: boolean;
}

/** Room of a number of nine digits and a sign. */
const SINCE_CLOSE_GUTTER = 92;
const vega = numberFormat({ decimals: 3, signed: true });

function formatOf({ metric, decimals }: Look): CellFormat {
  if (metric === "oiPercent") return formats.signedPercent;
  if (metric === "price") return numberFormat({ decimals, signed: true });
  return metric === "vega" ? vega : formats.signedWhole;
}

function sideColumns(side: Side, look: Look): GridColumn[] {
  const { metric, times, partial, hasSinceClose, inLots, isShort } = look;
  const index = side === "call" ? 0 : 1;
  const name = side === "call" ? "ce" : "pe";
  const gutter = inLots ? 70 : 80;
  const format = formatOf(look);
  const bar = (slot: number, barSlot: number, gutter: number, one: CellFormat): GridCell => ({
    kind: "gutter-bar",
    side,
    gutter,
    slot: sideSlot(index, slot),
    barSlot: sideSlot(index, barSlot),
    fill: "sign",
    format: one,
    ink: "sign",
  });
  // The line stands at the outer edge of an interval that still runs: puts have it at the left of the next one.
  const edge = partial > 0 ? times.length - (side === "call" ? 1 : 2) : -1;
  const columns = Array.from({ length: COLUMNS }, (_, column): GridColumn => {
    const time = timeFormat.text(times[column] ?? Number.NaN);
    const isNewest = column === times.length - 1 && partial > 0;
    return {
      id: `${name}:${column}`,
      header: isNewest ? `${partial} min ${time}` : time,
      title: `${side === "call" ? "Calls" : "Puts"}, to ${time}${isNewest ? ", still running" : ""}`,
      width: 104,
      grow: 1,
      sortable: false,
      ...(column === edge && { divider: true }),
      cell:
        metric === "analysis"
          ? { kind: "build-up", slot: sideSlot(index, column), side, states: BUILD_UP_STATES, short: isShort }
          : bar(column, barOf(column), gutter, format),
      ...(METRIC_WORDS[metric].isCounted && { total: bar(column, barOf(column), gutter, format) }),
    };
  });
  const sinceClose: GridColumn = {
    id: `${name}:since-close`,
    header: "Change In OI",
    title: "Change of open interest since the previous day",
    width: 118,
    grow: 1,
    sortable: false,
    cell: bar(SINCE_CLOSE, SINCE_CLOSE_BAR, SINCE_CLOSE_GUTTER, formats.signedWhole),
    total: bar(SINCE_CLOSE, SINCE_CLOSE_BAR, SINCE_CLOSE_GUTTER, formats.signedWhole),
  };
  const made = hasSinceClose ? [sinceClose, ...columns] : columns;
  return side === "call" ? made : made.reverse();
}

function columnsOf(look: Look, strikes: CellFormat): readonly GridColumn[] {
  return [
    ...sideColumns("call", look),
    {
      id: "strike",
      header: "Strike",
      title: "Turn the order of strikes around",
      width: 88,
      surface: "raised",
      sortable: true,
      cell: { kind: "strike", slot: STRIKE, format: strikes, weight: 600 },
      ...((METRIC_WORDS[look.metric].isCounted || look.hasSinceClose) && {
        total: { kind: "strike", slot: STRIKE, format: wordsFormat(["Total"]), weight: 600 },
      }),
    },
    ...sideColumns("put", look),
  ];
}

export const table = defineTable<Snapshot, Look>({
  label: "OI change",
  keySlot: STRIKE,
  columns: columnsOf,
  groups: ({ hasSinceClose }) => {
    const outer = hasSinceClose ? "since-close" : "0";
    const inner = `${COLUMNS - 1}`;
    return [
      { id: "calls", from: `ce:${outer}`, to: `ce:${inner}`, content: <ChangeHead side="ce" /> },
      { id: "spine", from: "strike", to: "strike", raised: true },
      { id: "puts", from: `pe:${inner}`, to: `pe:${outer}`, align: "right", content: <ChangeHead side="pe" /> },
    ];
  },
  fits: (snapshot, { metric, inLots, times, isInverse }) =>
    snapshot.metric === metric &&
    snapshot.inLots === inLots &&
    snapshot.times.length === times.length &&
    isDescending(snapshot) === isInverse &&
    times.every((time, i) => time === snapshot.times[i]),
  band: ({ splitRow, standing: { basis, spot } }, { isInverse, decimals }) =>
    splitBand({ row: splitRow, basis, price: spot }, isInverse, decimals),
  follow: ({ isNarrow }) => (isNarrow ? NARROW_FOLLOW : FOLLOW),
  empty: "This chain has no strikes.",
});

const FOLLOW = { mode: "atm", rowsAbove: 7 } as const;
const NARROW_FOLLOW = { mode: "atm", rowsAbove: 3 } as const;
const isDescending = ({ rows, values }: Snapshot): boolean => rows > 1 && values[STRIKE]! > values[SLOTS + STRIKE]!;
