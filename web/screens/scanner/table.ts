/** The columns of what a scan found. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { type CellFormat, formats, timeFormat } from "../../format/format.ts";
import type { GridColumn } from "../../grid/grid-model.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { screen } from "./screen.ts";
import {
  AGE,
  BASIS,
  BUILD_UP,
  CARRY,
  IS_FINE,
  KEY,
  NAME,
  NEWS_MINUTES,
  OI_PERCENT,
  PRICE,
  PRICE_BAR,
  PRICE_PERCENT,
  SINCE,
  type Snapshot,
  SYMBOL,
  VOLUME,
  VOLUME_PERCENT,
  VWAP_PERCENT,
} from "./snapshot.ts";

/** What the user has chosen to see. */
export interface Look {
  /** Build-ups as codes. */
  readonly isShort: boolean;
  /** What stands in place of the rows. */
  readonly empty: string;
}

/** 'new · 9 min', '1 h 14 min'. */
const ageFormat: CellFormat = {
  text(minutes) {
    if (Number.isNaN(minutes)) return "-";
    if (minutes < NEWS_MINUTES) return `new · ${minutes} min`;
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
  plain: (minutes) => (Number.isNaN(minutes) ? "" : `${minutes}`),
};

const finer = { slot: IS_FINE, format: formats.price4 };

const columns = ({ isShort }: Look): readonly GridColumn[] => [
  {
    id: "name",
    header: "Name",
    width: 164,
    grow: 2,
    align: "left",
    cell: { kind: "text", slot: NAME, weight: 500, link: true },
  },
  {
    id: "ltp",
    header: "LTP",
    width: 84,
    grow: 1,
    cell: { kind: "figure", slot: PRICE, format: formats.price, finer, weight: 500, price: true, flash: true },
  },
  {
    id: "price",
    header: "price%",
    title: "Price: change since the previous close, per cent",
    width: 130,
    grow: 2,
    cell: {
      kind: "gutter-bar",
      side: "call",
      gutter: 54,
      slot: PRICE_PERCENT,
      barSlot: PRICE_BAR,
      fill: "sign",
      format: formats.signedPrice,
      ink: "sign",
    },
  },
  {
    id: "oi",
    header: "oi%",
    title: "Open interest: change since the previous day, per cent",
    width: 68,
    grow: 1,
    cell: { kind: "figure", slot: OI_PERCENT, format: formats.signedPrice },
  },
  {
    id: "volume",
    header: "Volume",
    title: "Volume of the day so far, units",
    width: 96,
    grow: 1,
    cell: { kind: "figure", slot: VOLUME, format: formats.whole },
  },
  {
    id: "volume-percent",
    header: "vol%",
    title: "Volume so far against the whole previous day, per cent",
    width: 56,
    grow: 1,
    cell: { kind: "figure", slot: VOLUME_PERCENT, format: formats.signedWhole, ink: "ink-2" },
  },
  {
    id: "vwap",
    header: "vwap dist %",
    title: "Last price over vwap, per cent",
    width: 84,
    grow: 1,
    cell: { kind: "figure", slot: VWAP_PERCENT, format: formats.signedPrice },
  },
  {
    id: "basis",
    header: "Basis",
    title: "Future less spot, rupees",
    width: 72,
    grow: 1,
    cell: {
      kind: "figure",
      slot: BASIS,
      format: formats.signedPrice,
      finer: { slot: IS_FINE, format: formats.signedPrice4 },
      ink: "ink-2",
    },
  },
  {
    id: "carry",
    header: "Carry %",
    title: "Cost of carry, per cent a year, simple",
    width: 64,
    grow: 1,
    cell: { kind: "figure", slot: CARRY, format: formats.price, ink: "ink-2" },
  },
  {
    id: "analysis",
    header: "Analysis",
    title: "What price and open interest say together",
    width: isShort ? 64 : 104,
    grow: 1,
    align: "left",
    pad: 24,
    sortable: false,
    cell: { kind: "build-up", slot: BUILD_UP, side: "call", states: BUILD_UP_STATES, short: isShort },
  },
  {
    id: "since",
    header: "Matched",
    title: "When it came into the list; '-' for what was there when the scan began",
    width: 64,
    grow: 1,
    cell: { kind: "figure", slot: SINCE, format: timeFormat, ink: "ink-2" },
  },
  {
    id: "age",
    header: "For",
    title: "How long it has been in the list",
    width: 92,
    grow: 1,
    cell: { kind: "figure", slot: AGE, format: ageFormat, ink: "ink-2" },
  },
];

export const table = defineTable<Snapshot, Look>({
  label: "Found contracts",
  keySlot: KEY,
  nameSlot: SYMBOL,
  columns,
  sort: screen.defaults.sort,
  empty: ({ empty }) => empty,
});
