import type { GridElements } from "../grid-handle.ts";
import type { CellPlace, GridSource } from "../grid-model.ts";
import type { GridOptions, RowTarget } from "../grid-options.ts";
import { type GridState, rowTopCss } from "../grid-state.ts";
import { Aim } from "./aim.ts";
import type { AriaShadow } from "./aria-shadow.ts";
import { toTsv } from "./export.ts";
import { commandOf } from "./keyboard.ts";
import { isOnCheck, placeAt, spokenRow, targetAt } from "./places.ts";

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
  /** It was pressed on its checkbox. */
  #isCheck = false;
  /** The rows of which one acted last: it may be chosen before they are painted anew. */
  #actedIn: GridSource | undefined;

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
    const hadRing = state.ring;
    shadow.show(row, column, rowTopCss(state, row), spokenRow(state, row), take || shadow.hasFocus);
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
    const { state, elements } = this.#parts;
    this.#pressed = event.shiftKey ? undefined : targetAt(state, place);
    this.#isCheck = isOnCheck(state, place, event.clientX - elements.scroll.getBoundingClientRect().left);
    this.moveFocus(place, event.shiftKey);
    // The focus is set already; the browser would move it to the scrolling area. (Mouse events follow pointer events.)
    const keep = (mouse: MouseEvent): void => mouse.preventDefault();
    elements.scroll.addEventListener("mousedown", keep, { once: true });
  }

  #click(event: MouseEvent): void {
    const { clicks, onCheck } = this.#parts.options();
    const { state, elements } = this.#parts;
    // A screen reader presses the box that it reads.
    const isSpoken = event.target instanceof Node && elements.shadow.contains(event.target);
    const target = isSpoken ? targetAt(state, state.focus) : this.#pressed;
    if (target === undefined || this.#isOnAction(event)) return;
    if (isSpoken || this.#isCheck) onCheck?.(target);
    else if (event.detail === clicks) this.#act(target);
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
        this.#move(command.to, command.extend, event.key);
        break;
      case "select-all":
        this.#select(0, source.rows - 1);
        break;
      case "clear":
        if (state.selectedFrom >= 0) this.#select(-1, -1);
        else if ((source.chosen ?? -1) >= 0) this.#parts.options().onUnchoose?.();
        // Escape closes what is around the grid when there is nothing to clear here.
        else return;
        break;
      case "act":
      case "check":
      case "trade": {
        const { onRowAction, onCheck, onTrade } = this.#parts.options();
        const target = targetAt(state, state.focus);
        const heard = { act: onRowAction, check: onCheck, trade: onTrade }[command.kind];
        // A held key repeats; a ticket opens once.
        if (heard === undefined || target === undefined || event.repeat) return;
        if (command.kind === "trade") onTrade?.(target, command.side);
        else if (command.kind === "check") onCheck?.(target);
        else this.#act(target);
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where rows are chosen, a key that leads to another row chooses it. While none is, an arrow key chooses that of the focus. */
  #move(to: CellPlace, extend: boolean, key: string): void {
    const { state } = this.#parts;
    const { focus, source } = state;
    const { chosen } = source ?? {};
    const isStep = (key === "ArrowUp" || key === "ArrowDown") && Math.abs(to.row - focus.row) <= 1;
    const isFirst = chosen === -1 && isStep && this.#actedIn !== source;
    const next = isFirst ? focus : to;
    this.moveFocus(next, extend);
    const target = targetAt(state, next);
    if (chosen === undefined || extend || target === undefined) return;
    if (isFirst || to.row !== focus.row) this.#act(target);
  }

  #act(target: RowTarget): void {
    this.#actedIn = this.#parts.state.source;
    this.#parts.options().onRowAction?.(target);
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
