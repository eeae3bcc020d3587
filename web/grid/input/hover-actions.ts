import type { CellAction, RowTarget } from "../grid-options.ts";
import type { GridLayout } from "../layout.ts";

const buttonWidth = 19;
const gap = 2;

/**
 * B and S over the pointed-at row, as DOM. They are hidden from screen readers and out of the tab order: the B and S
 * keys are their way.
 */
export class HoverActions {
  readonly #host: HTMLElement;
  #buttons: readonly { readonly action: CellAction; readonly element: HTMLButtonElement }[] = [];
  #actions: readonly CellAction[] = [];
  #target: { readonly row: number; readonly key: number } | undefined;
  #top = 0;
  #layout: GridLayout | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    host.hidden = true;
  }

  actions(actions: readonly CellAction[]): void {
    if (actions === this.#actions) return;
    this.#actions = actions;
    this.#buttons = actions.map((action) => ({ action, element: this.#button(action) }));
    this.#host.replaceChildren(...this.#buttons.map(({ element }) => element));
    this.hide();
  }

  /** @param top CSS pixels from the content's top */
  show(row: number, key: number, top: number, layout: GridLayout): void {
    if (this.#actions.length === 0) return;
    const same = this.#target?.row === row && this.#target.key === key && this.#top === top;
    if (same && this.#layout === layout) return;
    this.#target = { row, key };
    this.#top = top;
    this.#layout = layout;
    this.#host.hidden = false;
    this.#host.style.transform = `translateY(${top}px)`;
    this.#host.style.height = `${layout.rowHeight / layout.scale}px`;
    const used = new Map<string, number>();
    for (const { action, element } of this.#buttons) {
      const column = layout.columns.find((placed) => placed.column.id === action.columnId);
      element.hidden = column === undefined;
      if (column === undefined) continue;
      const index = used.get(action.columnId) ?? 0;
      used.set(action.columnId, index + 1);
      // Beside the text: over the end of a name, in the free left part of a figure.
      const places = this.#actions.filter(({ columnId }) => columnId === action.columnId).length;
      const from =
        column.textAlign === "left"
          ? column.right / layout.scale - places * (buttonWidth + gap)
          : column.boxLeft / layout.scale + gap;
      element.style.left = `${from + index * (buttonWidth + gap)}px`;
    }
  }

  hide(): void {
    // Every paint comes by here; touching the DOM would cost it a style recalculation.
    if (this.#target === undefined) return;
    this.#target = undefined;
    this.#host.hidden = true;
  }

  #button(action: CellAction): HTMLButtonElement {
    const element = document.createElement("button");
    element.type = "button";
    element.tabIndex = -1;
    element.textContent = action.label;
    element.title = action.title;
    element.dataset["tone"] = action.tone;
    let pressed: RowTarget | undefined;
    element.addEventListener("pointerdown", () => {
      // The row as it stands when the trader presses; a tick between press and release must not change it.
      if (this.#target !== undefined) pressed = { ...this.#target, columnId: action.columnId };
    });
    element.addEventListener("click", () => {
      if (pressed !== undefined) action.onPress(pressed);
      pressed = undefined;
    });
    return element;
  }
}
