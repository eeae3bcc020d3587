// Hot: runs on every tick, scroll step and pointer move of every pane. Bench question: grid.
import { CELL_STALE } from "#contract/domain/snapshots/cell-style.ts";
import type { PaintContext } from "../../frame/paint-context.ts";
import type { GridColumn, GridSource } from "../grid-model.ts";
import { cellText, firstRowBelow, type GridLayout, type PlacedColumn, rowTop } from "../layout.ts";
import { barPixels, paintBar, paintOiBars } from "./bars.ts";
import {
  inkOf,
  lookChecked,
  lookChosen,
  lookFlash,
  lookHover,
  lookRing,
  lookRule,
  rankOf,
  surfaceOf,
} from "./cell-look.ts";
import { CellState } from "./cell-state.ts";
import { drawText } from "./cell-text.ts";
import { paintChip } from "./chips.ts";
import type { GridView } from "./grid-view.ts";
import { Pen } from "./pen.ts";
import { paintPlaceholders } from "./placeholders.ts";
import { bandTextOf, paintBand } from "./split-band.ts";
import { paintTriangle } from "./triangle.ts";

const flashMs = 300;
/** At most two flashes a second and cell. */
const flashGapMs = 500;

/**
 * Paints a grid view on a canvas, and of it only the cells whose text, look or bar differ from what it painted last.
 * Scroll, layout, theme and size repaint everything.
 */
export class GridPainter {
  readonly #pen: Pen;
  #state = new CellState(0, 1);
  #shown: GridView | undefined;
  #columns: readonly GridColumn[] = [];
  #bandRow = Number.POSITIVE_INFINITY;
  #bandText = "";
  #dirty = new Int32Array(64);
  /** Cells painted by the last `paint`; for tests and the bench. */
  painted = 0;

  constructor(context: PaintContext) {
    this.#pen = new Pen(context);
    this.#pen.forget();
  }

  /** Forgets what is on the canvas: after a resize, or when fonts arrived. */
  reset(): void {
    this.#pen.forget();
    this.#shown = undefined;
  }

  /**
   * @param now milliseconds on the clock of animation frames
   * @returns when the view has to be painted again though nothing changed, because a flash ends; Infinity if never
   */
  paint(view: GridView, now: number): number {
    const { source, layout } = view;
    this.painted = 0;
    const full = this.#needsFullPaint(view);
    this.#shown = view;
    const pen = this.#pen;
    const ground = view.totals ? "raised" : "panel";
    if (full) {
      pen.fill(view.theme.colours[ground]);
      pen.rect(0, 0, layout.paneWidth, view.height);
    }
    if (source === undefined) {
      if (full) paintPlaceholders(pen, view);
      return Number.POSITIVE_INFINITY;
    }
    const bandRow = source.band?.beforeRow ?? Number.POSITIVE_INFINITY;
    const first = firstRowBelow(layout, bandRow, view.scrollY);
    const last = Math.min(source.rows, firstRowBelow(layout, bandRow, view.scrollY + view.height - 1) + 1);
    this.#makeRoom(layout, view.height, full);
    let wakeAt = Number.POSITIVE_INFINITY;
    for (let row = first; row < last; row++) this.#state.claim(row, source.key(row));
    for (let index = 0; index < layout.columns.length; index++) {
      const column = layout.columns[index]!;
      if (column.right <= view.scrollX || column.left >= view.scrollX + layout.paneWidth) continue;
      const flashEnd = this.#findDirty(view, source, column, index, first, last, now);
      if (flashEnd < wakeAt) wakeAt = flashEnd;
      if (this.#dirtyCount > 0) this.#paintColumn(view, column, index, bandRow, full ? ground : undefined);
    }
    this.#state.fresh.fill(0);
    const bandText = bandTextOf(source.band);
    if (source.band !== undefined && (full || bandText !== this.#bandText)) paintBand(pen, view, source.band);
    this.#bandText = bandText;
    if (view.totals && this.painted > 0) {
      pen.fill(view.theme.colours["line-2"]);
      pen.rect(0, 0, layout.paneWidth, Math.max(1, Math.floor(layout.scale)));
    }
    return wakeAt;
  }

  /** Text and look of a cell as painted, or undefined when it is not on the canvas. */
  painting(row: number, column: number): { readonly text: string; readonly look: number } | undefined {
    const first = this.#state.find(row);
    if (first < 0 || column < 0 || column >= this.#state.columns) return undefined;
    const look = this.#state.signature[first + column]!;
    return look < 0 ? undefined : { text: this.#state.text[first + column]!, look };
  }

  #needsFullPaint(view: GridView): boolean {
    const bandRow = view.source?.band?.beforeRow ?? Number.POSITIVE_INFINITY;
    const bandMoved = bandRow !== this.#bandRow;
    this.#bandRow = bandRow;
    const old = this.#shown;
    return (
      old === undefined ||
      bandMoved ||
      old.layout !== view.layout ||
      old.theme !== view.theme ||
      old.height !== view.height ||
      old.scrollX !== view.scrollX ||
      old.scrollY !== view.scrollY ||
      old.top !== view.top ||
      old.totals !== view.totals ||
      old.source?.rows !== view.source?.rows ||
      old.source?.names !== view.source?.names ||
      old.placeholderRows !== view.placeholderRows
    );
  }

  #makeRoom(layout: GridLayout, height: number, full: boolean): void {
    const visible = Math.ceil(height / layout.rowHeight) + 2;
    if (this.#columns !== layout.source || this.#state.capacity < visible) {
      this.#columns = layout.source;
      this.#state = new CellState(layout.columns.length, visible);
    } else if (full) this.#state.invalidate();
    if (this.#dirty.length < visible) this.#dirty = new Int32Array(visible);
  }

  #dirtyCount = 0;

  /** Brings a column's state up to the source, and lists the rows whose cell has to be painted. */
  #findDirty(
    view: GridView,
    source: GridSource,
    column: PlacedColumn,
    index: number,
    first: number,
    last: number,
    now: number,
  ): number {
    const state = this.#state;
    const { slot } = column;
    const staleBit = source.stale ? CELL_STALE : 0;
    const mayFlash = column.flash && view.flashing;
    const { chosen = -1 } = source;
    let wakeAt = Number.POSITIVE_INFINITY;
    let count = 0;
    for (let row = first; row < last; row++) {
      const at = row % state.capacity;
      const i = at * state.columns + index;
      const number = source.number(row, slot);
      const old = state.value[i]!;
      const newRow = state.fresh[at] === 1;
      let text = state.text[i]!;
      if (newRow || !Object.is(number, old) || state.signature[i] === -1 || column.isComposed) {
        text = view.totals && Number.isNaN(number) ? "" : cellText(column, source, row, number);
        // A cell that was not on the canvas has not changed before the trader's eyes.
        const wasShown = !newRow && state.signature[i] !== -1;
        const mayStart = mayFlash && wasShown && text !== state.text[i] && now - state.flashStart[i]! >= flashGapMs;
        if (mayStart && !Number.isNaN(number) && !Number.isNaN(old)) state.flashStart[i] = now;
        state.value[i] = number;
      }
      let look = source.style(row, slot) | staleBit;
      if (row === view.hoverRow || (row >= view.selectedFrom && row <= view.selectedTo)) look |= lookHover;
      if (row === view.focusRow && view.ring) look |= index === view.focusColumn ? lookHover | lookRing : lookHover;
      if (source.rule(row)) look |= lookRule;
      if (row === chosen) look |= lookChosen;
      if (column.checkSlot >= 0 && source.number(row, column.checkSlot) > 0) look |= lookChecked;
      if (mayFlash) {
        const flashEnd = state.flashStart[i]! + flashMs;
        if (now < flashEnd) {
          look |= lookFlash;
          if (flashEnd < wakeAt) wakeAt = flashEnd;
        }
      }
      const bar = column.barSlot < 0 ? 0 : barPixels(column, source, row);
      if (look === state.signature[i] && text === state.text[i] && bar === state.bar[i]) continue;
      state.signature[i] = look;
      state.text[i] = text;
      state.bar[i] = bar;
      this.#dirty[count++] = row;
    }
    this.#dirtyCount = count;
    return wakeAt;
  }

  /**
   * Paints the listed rows of a column, one kind of stroke after the other.
   * @param ground what the pane was just filled with: cells on it need no rectangle of their own
   */
  #paintColumn(
    view: GridView,
    column: PlacedColumn,
    index: number,
    bandRow: number,
    ground: "raised" | "panel" | undefined,
  ): void {
    const { layout, scrollX, scrollY } = view;
    const { colours } = view.theme;
    const pen = this.#pen;
    const state = this.#state;
    const count = this.#dirtyCount;
    const { scale, rowHeight } = layout;
    const line = Math.max(1, Math.floor(scale));
    const left = column.left - scrollX;
    const width = column.right - column.left;
    this.painted += count;
    for (let d = 0; d < count; d++) {
      const row = this.#dirty[d]!;
      const look = state.signature[(row % state.capacity) * state.columns + index]!;
      const top = rowTop(layout, bandRow, row) - scrollY;
      const surface = view.totals && !(look & lookHover) ? "raised" : surfaceOf(column, look);
      if (surface !== ground) {
        pen.fill(colours[surface]);
        pen.rect(left, top, width, rowHeight);
      }
      if (look & lookRule) {
        pen.fill(colours.line);
        pen.rect(left, top, width, line);
      }
      if (column.divider) {
        pen.fill(colours.line);
        pen.rect(left, top, line, rowHeight);
      }
    }
    if (column.barSlot >= 0) {
      for (let d = 0; d < count; d++) {
        const row = this.#dirty[d]!;
        const i = (row % state.capacity) * state.columns + index;
        const top = rowTop(layout, bandRow, row) - scrollY;
        if (column.kind === "oi-bars") paintOiBars(pen, view, column, top, state.bar[i]!);
        else paintBar(pen, view, column, top, state.bar[i]!);
      }
    }
    if (column.kind === "oi-bars") return;
    pen.align(column.textAlign);
    const baseline = Math.round(rowHeight / 2 + 4.2 * scale);
    const x = column.textX - scrollX;
    const rest = layout.paneWidth - x;
    const isFigure = column.textAlign !== "left";
    const box = Math.abs((isFigure ? column.boxLeft : column.boxRight) - column.textX) - scale;
    const room = isFigure ? box : Math.min(box, rest);
    const isScrolledOut = isFigure && (left < 0 || left + width > layout.paneWidth);
    const seen = column.textAlign === "center" ? 2 * Math.min(x, rest) : rest < 0 ? 0 : x;
    for (let d = 0; d < count; d++) {
      const row = this.#dirty[d]!;
      const i = (row % state.capacity) * state.columns + index;
      const look = state.signature[i]!;
      let text = state.text[i]!;
      const top = rowTop(layout, bandRow, row) - scrollY;
      const rank = rankOf(look);
      let ink: string = colours[inkOf(column, look, text)];
      if (rank > 0) ink = paintChip(pen, view, column, top, rank);
      if (column.kind === "build-up") paintTriangle(pen, view, column, top, state.value[i]!);
      const isChosen = index === 0 && (look & lookChosen) !== 0;
      if (isChosen) {
        pen.fill(colours.accent);
        pen.rect(left, top, Math.round(2 * scale), rowHeight);
      }
      pen.fill(ink);
      const font = view.totals || isChosen ? column.totalsFont : rank === 1 ? column.boldFont : column.font;
      pen.font(font);
      if (isScrolledOut && pen.width(text) > seen) text = "\u2026"; // it would be another figure without some digits
      if (column.draw === undefined) drawText(pen, column, text, x, top + baseline, room);
      else
        column.draw({
          pen,
          text,
          x,
          y: top + baseline,
          room,
          font,
          boldFont: column.totalsFont,
          ink,
          theme: view.theme,
          scale,
          top,
          height: rowHeight,
          isChecked: (look & lookChecked) !== 0,
        });
      if (column.link && look & lookHover)
        pen.rect(x, top + baseline + 2 * line, Math.min(room, Math.round(pen.width(text))), line);
      if (look & lookRing) {
        pen.fill(colours.accent);
        pen.frame(left, top, width, rowHeight, Math.round(2 * scale));
      }
    }
  }
}
