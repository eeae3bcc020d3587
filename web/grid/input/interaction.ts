/**
 * What a trader does with a grid: pointer, keyboard, focus, copy, hover buttons. A chunk of its own, loaded when the first
 * figures are on the canvas: they need nothing of it.
 */
import type { GridElements } from "../grid-handle.ts";
import type { CellPlace } from "../grid-model.ts";
import type { CellAction, GridOptions } from "../grid-options.ts";
import { type GridState, markedRowOf, rowTopCss } from "../grid-state.ts";
import type { GridLayout, PlacedColumn } from "../layout.ts";
import type { GridCanvas } from "../paint/grid-canvas.ts";
import { AriaShadow } from "./aria-shadow.ts";
import { type CellReports, createCellReports } from "./cell-reports.ts";
import { GridInput } from "./grid-input.ts";
import { HoverActions } from "./hover-actions.ts";
import { spokenRow, tipAt } from "./places.ts";

/** What the controller lends. */
export interface InteractionHost {
  readonly elements: GridElements;
  readonly state: GridState;
  readonly canvas: GridCanvas;
  readonly options: () => GridOptions;
  /** Asks for a paint. */
  readonly repaint: () => void;
  /** The scroll position was changed by script. */
  readonly scrolled: () => void;
}

export class Interaction {
  readonly reports: CellReports;
  readonly #state: GridState;
  readonly #shadow: AriaShadow;
  readonly #actions: HoverActions;
  readonly #input: GridInput;
  readonly #options: () => GridOptions;
  readonly #scroll: HTMLElement;
  /** The chosen row of the last paint. */
  #chosen = -1;
  /** Key of the row under the pointer, as it was reported last. */
  #pointed: number | undefined;

  constructor(host: InteractionHost, signal: AbortSignal) {
    this.#state = host.state;
    this.#options = host.options;
    this.#scroll = host.elements.scroll;
    this.reports = createCellReports({ state: host.state, canvas: host.canvas, scroll: host.elements.scroll });
    this.#shadow = new AriaShadow(host.elements.shadow);
    this.#actions = new HoverActions(host.elements.actions);
    this.#input = new GridInput({ ...host, shadow: this.#shadow }, signal);
    signal.addEventListener("abort", () => this.#shadow.dispose());
    this.actions(host.options().actions);
    if (host.state.layout) this.columns(host.state.layout.columns);
  }

  actions(actions: readonly CellAction[]): void {
    this.#actions.actions(actions);
  }

  /** The columns are others. */
  columns(columns: readonly PlacedColumn[]): void {
    this.#shadow.columns(columns);
    this.#input.showFocus(false);
  }

  /** The rows are others. */
  rowsChanged(): void {
    this.#input.showFocus(false);
  }

  moveFocus(to: CellPlace): void {
    this.#input.moveFocus(to, false);
  }

  /** Follows the pointer with a frame that is painted: the hovered row, the tip of its cell, and the buttons over it. */
  follow(layout: GridLayout): void {
    const state = this.#state;
    this.#followChosen();
    const place = this.#input.hovered();
    state.hoverRow = place?.row ?? markedRowOf(state);
    const pointed = place && state.source?.key(place.row);
    if (pointed !== this.#pointed) {
      this.#pointed = pointed;
      this.#options().onPointedRow?.(pointed);
    }
    const tip = (place && tipAt(state, place)) ?? "";
    if (this.#scroll.title !== tip) this.#scroll.title = tip;
    if (place === undefined || state.source === undefined) this.#actions.hide();
    else this.#actions.show(place.row, state.source.key(place.row), rowTopCss(state, place.row), layout);
  }

  /** The keyboard goes with the chosen row when that is another, or has moved. */
  #followChosen(): void {
    const { source, focus } = this.#state;
    const { chosen = -1 } = source ?? {};
    const hasMoved = chosen >= 0 && chosen !== this.#chosen && chosen !== focus.row;
    this.#chosen = chosen;
    if (!hasMoved) return;
    this.#state.focus = { row: chosen, column: focus.column };
    this.#input.showFocus(false);
  }

  /** The focused row's texts, after a tick. */
  refreshTexts(): void {
    const state = this.#state;
    if (this.#shadow.hasFocus) this.#shadow.refresh(spokenRow(state, state.focus.row));
  }
}
