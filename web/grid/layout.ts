import type { BuildUpState } from "#contract/domain/build-up.ts";
import { absentText, type CellFormat, noText, wordsFormat } from "../format/format.ts";
import { canvasFont } from "../styles/fonts.ts";
import type { Role } from "../styles/roles.ts";
import type { Figure, GridCell, GridColumn, GridSource, Ink, Note } from "./grid-model.ts";
import type { DrawText } from "./paint/drawn-text.ts";

/** One column, resolved for the painter: every field present, lengths in device pixels from the content's left edge. */
export type PlacedColumn = {
  readonly column: GridColumn;
  readonly kind: GridCell["kind"];
  readonly slot: number;
  readonly format: CellFormat;
  readonly finer: Figure["finer"];
  readonly note: Note | undefined;
  readonly ink: Ink;
  readonly font: string;
  /** For the highest of a side, which is a step heavier. */
  readonly boldFont: string;
  readonly totalsFont: string;
  readonly surface: "panel" | "raised";
  readonly price: boolean;
  readonly flash: boolean;
  readonly link: boolean;
  /** Its text depends on more than its number, and is read at each paint. */
  readonly isComposed: boolean;
  /** The source writes it. */
  readonly isWritten: boolean;
  /** Undefined: as one word in one colour. */
  readonly draw: DrawText | undefined;
  /** -1: no checkbox. */
  readonly checkSlot: number;
  readonly divider: boolean;
  readonly left: number;
  readonly right: number;
  /** The room of the figure: the whole column, or the gutter beside a bar. */
  readonly boxLeft: number;
  readonly boxRight: number;
  readonly textX: number;
  readonly textAlign: "left" | "right" | "center";
  /** The room of the bar; zero wide where there is none. */
  readonly barLeft: number;
  readonly barRight: number;
  readonly barSlot: number;
  readonly barFill: Role | "sign";
  /** The bar starts at the left end of its room. */
  readonly barFromLeft: boolean;
  readonly states: readonly (BuildUpState | undefined)[];
  /** Triangles stand at the outer edge: left for calls. */
  readonly mirrored: boolean;
  readonly previousSlot: number;
  readonly highSlot: number;
  readonly lowSlot: number;
};

/** Columns and rows in device pixels, so that every edge falls on a pixel at any zoom. */
export type GridLayout = {
  readonly scale: number;
  /** The columns it was made from. */
  readonly source: readonly GridColumn[];
  readonly columns: readonly PlacedColumn[];
  /** Content and pane width; content is at least as wide as the pane. */
  readonly contentWidth: number;
  readonly paneWidth: number;
  readonly rowHeight: number;
  readonly bandHeight: number;
};

const bandCss = 22;

/**
 * Places the columns in a pane.
 * @param paneWidth CSS pixels. What the columns leave is shared by `grow`; without any, the last column takes it.
 * @param scale device pixels per CSS pixel
 * @param rowHeight CSS pixels
 */
export function layOut(
  columns: readonly GridColumn[],
  paneWidth: number,
  scale: number,
  rowHeight: number,
  fontPixels = 12,
): GridLayout {
  const needed = columns.reduce((sum, column) => sum + column.width, 0);
  const spare = Math.max(0, paneWidth - needed);
  const shares = columns.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  const placed: PlacedColumn[] = [];
  let left = 0;
  columns.forEach((column, index) => {
    const share = shares > 0 ? (column.grow ?? 0) / shares : index === columns.length - 1 ? 1 : 0;
    const right = left + column.width + spare * share;
    placed.push(place(column, Math.round(left * scale), Math.round(right * scale), scale, fontPixels));
    left = right;
  });
  return {
    scale,
    source: columns,
    columns: placed,
    contentWidth: Math.floor(left * scale),
    paneWidth: Math.floor(paneWidth * scale),
    rowHeight: Math.round(rowHeight * scale),
    bandHeight: Math.round(bandCss * scale),
  };
}

function place(column: GridColumn, left: number, right: number, scale: number, fontPixels: number): PlacedColumn {
  const { cell } = column;
  const text = cell.kind === "text" ? cell : undefined;
  const figure = cell.kind === "text" || cell.kind === "build-up" || cell.kind === "oi-bars" ? undefined : cell;
  const weight = (figure ?? text)?.weight ?? (cell.kind === "strike" ? 600 : 400);
  const bars = cell.kind === "gutter-bar" || cell.kind === "wide-bar" || cell.kind === "oi-bars" ? cell : undefined;
  const underline = cell.kind === "figure" || cell.kind === "text" ? cell.underline : undefined;
  const gutter = cell.kind === "gutter-bar" ? Math.round(cell.gutter * scale) : right - left;
  // A side's gutter is at the end that faces the spine.
  const boxLeft = cell.kind === "gutter-bar" && cell.side === "call" ? right - gutter : left;
  const boxRight = cell.kind === "gutter-bar" && cell.side === "put" ? left + gutter : right;
  const barLeft = cell.kind === "gutter-bar" && cell.side === "put" ? boxRight : left;
  const barRight = cell.kind === "gutter-bar" && cell.side === "call" ? boxLeft : right;
  const textAlign = cell.kind === "strike" ? "center" : alignOf(column);
  const note = cell.kind === "figure" || cell.kind === "gutter-bar" ? cell.note : undefined;
  const isWritten = text?.isWritten ?? false;
  const pad = Math.round((column.pad ?? (cell.kind === "build-up" ? 26 : 8)) * scale);
  return {
    column,
    kind: cell.kind,
    slot: cell.slot,
    format: figure?.format ?? wordsOf(cell),
    finer: figure?.finer,
    note,
    ink: (figure ?? text)?.ink ?? (cell.kind === "build-up" ? "ink-2" : "ink"),
    font: canvasFont(weight, fontPixels * scale),
    boldFont: canvasFont(weight === 400 ? 500 : weight, fontPixels * scale),
    totalsFont: canvasFont(600, fontPixels * scale),
    surface: column.surface ?? "panel",
    price: figure?.price ?? false,
    flash: figure?.flash ?? false,
    link: text?.link ?? false,
    isComposed: isWritten || note !== undefined,
    isWritten,
    draw: text?.draw,
    checkSlot: text?.checkSlot ?? -1,
    divider: column.divider ?? false,
    left,
    right,
    boxLeft,
    boxRight,
    textX:
      textAlign === "center"
        ? Math.round((boxLeft + boxRight) / 2)
        : textAlign === "left"
          ? boxLeft + pad
          : boxRight - pad,
    textAlign,
    ...(underline === undefined
      ? {
          barLeft,
          barRight: bars === undefined ? barLeft : barRight,
          barSlot:
            cell.kind === "oi-bars" ? cell.slot : bars === undefined || bars.kind === "oi-bars" ? -1 : bars.barSlot,
          barFill: bars?.fill ?? "bar",
          barFromLeft: (bars?.side === "put") !== (bars?.inverted ?? false),
        }
      : {
          barLeft: boxLeft + pad,
          barRight: boxRight - pad,
          barSlot: underline.slot,
          barFill: underline.fill,
          barFromLeft: textAlign === "left",
        }),
    states: cell.kind === "build-up" ? cell.states : [],
    mirrored: cell.kind === "build-up" && cell.side === "put",
    previousSlot: cell.kind === "oi-bars" ? cell.previousSlot : -1,
    highSlot: cell.kind === "oi-bars" ? cell.highSlot : -1,
    lowSlot: cell.kind === "oi-bars" ? cell.lowSlot : -1,
  };
}

function alignOf(column: GridColumn): "left" | "right" {
  if (column.cell.kind === "build-up") return column.cell.side === "call" ? "left" : "right";
  return column.align ?? (column.cell.kind === "text" ? "left" : "right");
}

function wordsOf(cell: GridCell): CellFormat {
  if (cell.kind !== "build-up") return noText;
  return wordsFormat(cell.states.map((state) => (state ? (cell.short ? state.short : state.word) : cell.none)));
}

/** What a cell shows. @param number of the row in the column's slot. */
export function cellText(column: PlacedColumn, source: GridSource, row: number, number: number): string {
  if (column.kind === "text") return wordOf(column, source, row, number) ?? absentText;
  const text = formatOf(column, source, row).text(number);
  const note = noteOf(column, source, row, number);
  return Number.isNaN(note) ? text : withNote(column, text, column.note?.format.text(note) ?? "");
}

/** The words of a cell of kind 'text'. */
export const wordOf = ({ isWritten, slot }: PlacedColumn, source: GridSource, row: number, number: number) =>
  isWritten ? source.text?.(row, slot) : source.names?.[number];

export const withNote = ({ note }: PlacedColumn, text: string, second: string): string =>
  note?.isBare ? `${text} ${second}`.trimEnd() : `${text} (${second})`;

/** How a row's figure is written. */
export const formatOf = ({ format, finer }: PlacedColumn, source: GridSource, row: number): CellFormat =>
  finer !== undefined && source.number(row, finer.slot) > 0 ? finer.format : format;

/** NaN where the cell has none. */
export const noteOf = ({ note }: PlacedColumn, source: GridSource, row: number, number: number): number =>
  note === undefined || Number.isNaN(number) ? Number.NaN : source.number(row, note.slot);

export const hasTotals = (columns: readonly GridColumn[]): boolean => columns.some(({ total }) => total !== undefined);

/** The columns as the row of totals has them. */
export const totalsColumns = (columns: readonly GridColumn[]): readonly GridColumn[] =>
  columns.map((column) => ({ ...column, cell: column.total ?? noCell }));

const noCell: GridCell = { kind: "figure", slot: 0, format: noText };

/** Device-pixel offset of a row's top from the content's top. `bandRow` is the row below the band, or Infinity. */
export function rowTop(layout: GridLayout, bandRow: number, row: number): number {
  return row * layout.rowHeight + (row >= bandRow ? layout.bandHeight : 0);
}

/** The row at a device-pixel offset from the content's top; -1 on the band or above. May lie beyond the last row. */
export function rowAt(layout: GridLayout, bandRow: number, offset: number): number {
  if (offset < 0) return -1;
  const bandTop = bandRow * layout.rowHeight;
  if (offset < bandTop) return Math.floor(offset / layout.rowHeight);
  if (offset < bandTop + layout.bandHeight) return -1;
  return Math.floor((offset - layout.bandHeight) / layout.rowHeight);
}

/** The first row that is at least partly below a device-pixel offset; unlike `rowAt` never on the band. */
export function firstRowBelow(layout: GridLayout, bandRow: number, offset: number): number {
  const row = rowAt(layout, bandRow, Math.max(0, offset));
  return row < 0 ? bandRow : row;
}

/** The column at a device-pixel offset from the content's left; -1 outside. */
export function columnAt(layout: GridLayout, offset: number): number {
  return layout.columns.findIndex((column) => offset >= column.left && offset < column.right);
}

/** Height of all rows and the band, device pixels. */
export function contentHeight(layout: GridLayout, rows: number, bandRow: number): number {
  return rows * layout.rowHeight + (bandRow <= rows ? layout.bandHeight : 0);
}
