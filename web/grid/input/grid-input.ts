import type { GridElements } from "../grid-handle.ts";
import type { CellPlace } from "../grid-model.ts";
import type { GridOptions, RowTarget } from "../grid-options.ts";
import { type GridState, rowTopCss } from "../grid-state.ts";
import { Aim } from "./aim.ts";
import type { AriaShadow } from "./aria-shadow.ts";
import { toTsv } from "./export.ts";
import { commandOf } from "./keyboard.ts";
import { placeAt, targetAt, textAt } from "./places.ts";

/** What the controller lends to the input. */
type InputParts = {
  readonly elements: GridElements;
  readonly state: GridState;
  readonly shadow: AriaShadow;
  readonly options: () => GridOptions;
  /** Ask for a paint. */
  readonly repaint: () => void;
  /** The scroll position was changed by script. */
  readonly scrolled: () => void;
};

/** Pointer, keyboard, focus, selection and copy. */
export class GridInput {
  readonly #parts: InputParts;
  readonly #aim: Aim;
  #pointer: { x: number; y: number } | undefined;
  /** The row that was pressed: a tick between press and release must not change which one acts. */
  #pressed: RowTarget | undefined;

  constructor(parts: InputParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#aim = new Aim((isPointing) => parts.options().onPointing?.(isPointing));
    signal.addEventListener("abort", () => this.#aim.left());
    const { elements, repaint, shadow, state } = parts;
    const { scroll } = elements;
    const passive = { passive: true, signal } as const;
    const point = (event: PointerEvent): void => {
      this.#pointer = { x: event.clientX, y: event.clientY };
      this.#aim.moved();
      repaint();
    };
    scroll.addEventListener("pointermove", point, passive);
    const leave = (): void => {
      this.#pointer = undefined;
      this.#aim.left();
      repaint();
    };
    scroll.addEventListener("pointerleave", leave, passive);
    scroll.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    scroll.addEventListener("click", (event) => this.#click(event), { signal });
    const focusChanged = (): void => {
      state.ring = shadow.showsRing;
      repaint();
    };
    elements.shadow.addEventListener("keydown", (event) => this.#key(event), { signal });
    elements.shadow.addEventListener("focusin", focusChanged, { signal });
    elements.shadow.addEventListener("focusout", focusChanged, { signal });
    elements.root.addEventListener("copy", (event) => this.#copy(event), { signal });
  }

  /** The cell under the pointer now: rows may have moved under it. */
  hovered(): CellPlace | undefined {
    return this.#pointer === undefined ? undefined : this.#placeAt(this.#pointer.x, this.#pointer.y);
  }

  moveFocus(to: CellPlace, extend: boolean): void {
    const { state } = this.#parts;
    if (extend) {
      if (state.anchor < 0) state.anchor = state.focus.row;
      this.#select(Math.min(state.anchor, to.row), Math.max(state.anchor, to.row));
    } else {
      state.anchor = -1;
      this.#select(-1, -1);
    }
    state.focus = to;
    this.#reveal(to);
    this.showFocus(true);
  }

  /** Puts the focused row into the accessibility tree, after it moved or its place changed. */
  showFocus(take: boolean): void {
    const { state, shadow, repaint } = this.#parts;
    const rows = state.source?.rows ?? 0;
    if (rows > 0 && state.focus.row >= rows) state.focus = { row: rows - 1, column: state.focus.column };
    const { row, column } = state.focus;
    const texts = (index: number): string => textAt(state, row, index);
    const hadRing = state.ring;
    shadow.show(row, column, rowTopCss(state, row), texts, take || shadow.hasFocus);
    state.ring = shadow.showsRing;
    if (hadRing || state.ring) repaint();
  }

  #placeAt(clientX: number, clientY: number): CellPlace | undefined {
    const box = this.#parts.elements.scroll.getBoundingClientRect();
    return placeAt(this.#parts.state, clientX - box.left, clientY - box.top);
  }

  #isOnAction(event: Event): boolean {
    return event.target instanceof Node && this.#parts.elements.actions.contains(event.target);
  }

  #press(event: PointerEvent): void {
    const place = this.#placeAt(event.clientX, event.clientY);
    if (event.button !== 0 || place === undefined || this.#isOnAction(event)) return;
    this.#pressed = event.shiftKey ? undefined : targetAt(this.#parts.state, place);
    this.moveFocus(place, event.shiftKey);
    // The focus is set already; the browser would move it to the scrolling area. (Mouse events follow pointer events.)
    const keep = (mouse: MouseEvent): void => mouse.preventDefault();
    this.#parts.elements.scroll.addEventListener("mousedown", keep, { once: true });
  }

  #click(event: MouseEvent): void {
    const { clicks, onRowAction } = this.#parts.options();
    const target = this.#pressed;
    if (target !== undefined && event.detail === clicks && !this.#isOnAction(event)) onRowAction?.(target);
  }

  #key(event: KeyboardEvent): void {
    const { state } = this.#parts;
    const { layout, source } = state;
    if (layout === undefined || source === undefined) return;
    const page = Math.max(1, Math.floor(state.height / layout.rowHeight) - 1);
    const command = commandOf(event, state.focus, { rows: source.rows, columns: layout.columns.length, page });
    if (command === undefined) return;
    switch (command.kind) {
      case "move":
        this.moveFocus(command.to, command.extend);
        break;
      case "select-all":
        this.#select(0, source.rows - 1);
        break;
      case "clear":
        // Escape closes what is around the grid when there is nothing to clear here.
        if (state.selectedFrom < 0) return;
        this.#select(-1, -1);
        break;
      case "act":
      case "trade": {
        const { onRowAction, onTrade } = this.#parts.options();
        const target = targetAt(state, state.focus);
        const unheard = command.kind === "act" ? onRowAction === undefined : onTrade === undefined;
        // A held key repeats; a ticket opens once.
        if (unheard || target === undefined || event.repeat) return;
        if (command.kind === "act") onRowAction?.(target);
        else onTrade?.(target, command.side);
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #select(from: number, to: number): void {
    this.#parts.state.selectedFrom = from;
    this.#parts.state.selectedTo = to;
    this.#parts.repaint();
  }

  /** Scrolls as little as needed to see the cell. */
  #reveal({ row, column }: CellPlace): void {
    const { state, elements, scrolled } = this.#parts;
    const { layout } = state;
    const placed = layout?.columns[column];
    if (layout === undefined || placed === undefined) return;
    const { scroll } = elements;
    const top = rowTopCss(state, row);
    const bottom = top + layout.rowHeight / layout.scale;
    const height = state.height / layout.scale;
    const scrollTop = state.scrollY / layout.scale;
    if (top < scrollTop) scroll.scrollTop = top;
    else if (bottom > scrollTop + height) scroll.scrollTop = bottom - height;
    if (placed.left < state.scrollX) scroll.scrollLeft = placed.left / layout.scale;
    else if (placed.right > state.scrollX + layout.paneWidth)
      scroll.scrollLeft = (placed.right - layout.paneWidth) / layout.scale;
    scrolled();
  }

  #copy(event: ClipboardEvent): void {
    const { state, shadow } = this.#parts;
    const { layout, source } = state;
    if (layout === undefined || source === undefined || !shadow.hasFocus) return;
    const from = state.selectedFrom < 0 ? state.focus.row : state.selectedFrom;
    const to = state.selectedFrom < 0 ? state.focus.row : Math.min(state.selectedTo, source.rows - 1);
    event.clipboardData?.setData("text/plain", toTsv(source, layout.columns, from, to));
    event.preventDefault();
  }
}
