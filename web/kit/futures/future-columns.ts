/** Columns of tables of futures: whole ones, and those of a small table beside others. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import {
  BAR_OF,
  BASIS,
  BUILD_UP,
  CARRY,
  IS_FINE,
  MEASURES,
  type Measure,
  NAME,
  PERCENT_OF,
  PRICE,
  PRICE_CHANGE,
  VOLUME_RATIO,
} from "#contract/worker/futures-row.ts";
import { type CellFormat, formats, noText } from "../../format/format.ts";
import type { GridColumn, Ink, Underline } from "../../grid/grid-model.ts";
import { twoActionsWidth } from "../../grid/grid-options.ts";

interface MeasureLook {
  readonly header: string;
  readonly long: string;
  readonly title: string;
  readonly width: number;
  readonly format: CellFormat;
  readonly ink: Ink;
  readonly fill: Underline["fill"];
}

const LOOKS: Readonly<Record<Measure, MeasureLook>> = {
  price: {
    header: "price%",
    long: "% Price chng",
    title: "Price: change, per cent; - where it is not known then",
    width: 48,
    format: formats.signedPrice,
    ink: "sign",
    fill: "sign",
  },
  oi: {
    header: "oi%",
    long: "% OI chng",
    title: "Open interest: change, per cent; - where it is not known then",
    width: 46,
    format: formats.signedPrice,
    ink: "ink",
    fill: "sign",
  },
  volume: {
    header: "vol%",
    long: "% Vol chng",
    title: "Volume: change, per cent; - where it is not known then",
    width: 44,
    format: formats.signedWhole,
    ink: "ink-2",
    fill: "bar",
  },
};

const underlineOf = (measure: Measure): Underline => ({ slot: BAR_OF[measure], fill: LOOKS[measure].fill });

interface SmallLook {
  /** What the name's underline is of. */
  readonly by: Measure;
  /** The column 'An'. */
  readonly hasAnalysis: boolean;
  /** Its build-ups are words, not codes. */
  readonly hasWords?: boolean;
  /** Every figure has an underline, not the name alone. */
  readonly isUnderlined: boolean;
  readonly sortable: boolean;
}

/** NAME, price%, oi%, vol% and An. The name gives way where a table is narrow. */
export function smallFutureColumns(look: SmallLook): readonly GridColumn[] {
  const { by, hasAnalysis, hasWords = false, isUnderlined, sortable } = look;
  const name: GridColumn = {
    id: "name",
    header: "NAME",
    width: 92,
    grow: 1,
    sortable,
    cell: { kind: "text", slot: NAME, weight: 500, link: true, underline: underlineOf(by) },
  };
  const figures = MEASURES.map((measure): GridColumn => {
    const { header, title, width, format, ink } = LOOKS[measure];
    const underline = isUnderlined ? { underline: underlineOf(measure) } : {};
    const cell = { kind: "figure", slot: PERCENT_OF[measure], format, ink, ...underline } as const;
    return { id: measure, header, title, width, pad: 4, sortable, cell };
  });
  return hasAnalysis ? [name, ...figures, analysisColumn("An", !hasWords, hasWords ? 96 : 44)] : [name, ...figures];
}

const analysisColumn = (header: string, short: boolean, width: number): GridColumn => ({
  id: "analysis",
  header,
  title: "What price and open interest say together",
  width,
  sortable: false,
  cell: { kind: "build-up", slot: BUILD_UP, side: "put", states: BUILD_UP_STATES, short },
});

/** Future less spot, and what that is a year; currencies have neither. @param slots of a row, and the width of a column */
export function basisColumns(slots: {
  readonly basis: number;
  readonly carry: number;
  readonly width: number;
}): readonly GridColumn[] {
  const shared = { width: slots.width, grow: 1, pad: 6 } as const;
  return [
    {
      ...shared,
      id: "basis",
      header: "Basis",
      title: "Basis: future less spot, rupees",
      cell: { kind: "figure", slot: slots.basis, format: formats.signedPrice, ink: "sign" },
    },
    {
      ...shared,
      id: "carry",
      header: "Carry%",
      title: "Cost of carry: what the future is dearer than the spot, per cent a year",
      cell: { kind: "figure", slot: slots.carry, format: formats.signedPrice, ink: "ink-2" },
    },
  ];
}

/** Name, a bar, then the figures of the ranking measure before the others, the price, what they say, and the basis. */
export function rankedFutureColumns(by: Measure, short: boolean): readonly GridColumn[] {
  const order = [by, ...MEASURES.filter((measure) => measure !== by)];
  const name: GridColumn = {
    id: "name",
    header: "Name",
    width: 120,
    sortable: false,
    cell: { kind: "text", slot: NAME, weight: 500, link: true },
  };
  const bar: GridColumn = {
    id: "bar",
    header: "",
    title: "Bar: beside the greatest of the list",
    width: 100,
    grow: 6,
    sortable: false,
    cell: {
      kind: "gutter-bar",
      side: "put",
      gutter: 0,
      slot: PERCENT_OF[by],
      barSlot: BAR_OF[by],
      fill: LOOKS[by].fill,
      format: noText,
    },
  };
  const price: GridColumn = {
    id: "ltp",
    header: "LTP",
    width: twoActionsWidth + 76,
    grow: 1,
    sortable: false,
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
  const analysis = analysisColumn("Analysis", short, short ? 80 : 116);
  const basis = basisColumns({ basis: BASIS, carry: CARRY, width: 76 }).map((column) => ({
    ...column,
    sortable: false,
  }));
  const usual: GridColumn = {
    id: "usual",
    header: "Vol / 20d",
    title: "Volume so far over the mean of the last 20 finished days, or of as many as the contract has from 5 on",
    width: 76,
    grow: 1,
    sortable: false,
    cell: { kind: "figure", slot: VOLUME_RATIO, format: formats.price, ink: "ink-2" },
  };
  return [name, bar, ...order.flatMap(longColumns), price, analysis, usual, ...basis];
}

function longColumns(measure: Measure): readonly GridColumn[] {
  const { long, title, format, ink } = LOOKS[measure];
  const percent: GridColumn = {
    id: measure,
    header: long,
    title,
    width: 92,
    grow: 1,
    sortable: false,
    cell: { kind: "figure", slot: PERCENT_OF[measure], format, ink },
  };
  if (measure !== "price") return [percent];
  const change: GridColumn = {
    id: "change",
    header: "Price chng",
    title: "Price: change, rupees",
    width: 92,
    grow: 1,
    sortable: false,
    cell: {
      kind: "figure",
      slot: PRICE_CHANGE,
      format: formats.signedPrice,
      finer: { slot: IS_FINE, format: formats.signedPrice4 },
      ink: "sign",
    },
  };
  return [percent, change];
}
