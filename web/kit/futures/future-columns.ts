/** Columns of tables of futures: whole ones, and those of a small table beside others. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import {
  BAR_OF,
  BUILD_UP,
  IS_FINE,
  MEASURES,
  type Measure,
  NAME,
  PERCENT_OF,
  PRICE,
  PRICE_CHANGE,
} from "#contract/worker/futures-row.ts";
import { type CellFormat, formats } from "../../format/format.ts";
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
    title: "Price: change, per cent",
    width: 48,
    format: formats.signedPrice,
    ink: "sign",
    fill: "sign",
  },
  oi: {
    header: "oi%",
    long: "% OI chng",
    title: "Open interest: change, per cent",
    width: 46,
    format: formats.signedPrice,
    ink: "ink",
    fill: "sign",
  },
  volume: {
    header: "vol%",
    long: "% Vol chng",
    title: "Volume: change, per cent",
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

/** Name, a bar, then the figures of the ranking measure before the others, the price and what they say. */
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
      format: { text: () => "", plain: () => "" },
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
  return [name, bar, ...order.flatMap(longColumns), price, analysisColumn("Analysis", short, short ? 80 : 116)];
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
