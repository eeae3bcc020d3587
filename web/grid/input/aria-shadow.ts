import type { PlacedColumn } from "../layout.ts";
import type { SpokenRow } from "./places.ts";

let nextId = 0;

/**
 * The focused row as real, visually hidden cells: what screen readers read and what holds the keyboard focus of a
 * canvas. Two rows take turns, so that each move puts the focus on another element and is announced.
 */
export class AriaShadow {
  readonly #group: HTMLElement;
  readonly #rows: readonly [HTMLElement, HTMLElement];
  readonly #prefix = `grid-${nextId++}`;
  #turn = 0;
  #columns: readonly PlacedColumn[] = [];

  /** @param group an empty element with role rowgroup */
  constructor(group: HTMLElement) {
    this.#group = group;
    this.#rows = [document.createElement("div"), document.createElement("div")];
    for (const row of this.#rows) {
      row.setAttribute("role", "row");
      row.hidden = true;
      group.append(row);
    }
  }

  columns(columns: readonly PlacedColumn[]): void {
    this.#columns = columns;
    this.#rows.forEach((row, turn) => {
      const focused = row.contains(document.activeElement);
      row.replaceChildren(
        ...columns.map((placed, index) => {
          const cell = document.createElement("div");
          cell.setAttribute("role", "gridcell");
          cell.setAttribute("aria-colindex", String(index + 1));
          cell.id = `${this.#prefix}-${turn}-${placed.column.id}`;
          if (placed.checkSlot >= 0) cell.append(newCheckbox());
          cell.append(document.createElement("span"));
          stopOf(cell).tabIndex = -1;
          return cell;
        }),
      );
      if (focused) this.#stop(turn, 0)?.focus({ preventScroll: true });
    });
  }

  /** Shows a row. Header rows count in `aria-rowindex`: data row 0 is 2. */
  show(row: number, column: number, top: number, spoken: SpokenRow, focus: boolean): void {
    this.#turn = 1 - this.#turn;
    const shown = this.#rows[this.#turn as 0 | 1];
    shown.setAttribute("aria-rowindex", String(row + 2));
    this.#group.style.top = `${top}px`;
    this.refresh(spoken);
    shown.hidden = false;
    for (let index = 0; index < this.#columns.length; index++) {
      const stop = this.#stop(this.#turn, index);
      if (stop !== undefined) stop.tabIndex = index === column ? 0 : -1;
    }
    if (focus) this.#stop(this.#turn, column)?.focus({ preventScroll: true });
    this.#rows[(1 - this.#turn) as 0 | 1].hidden = true;
  }

  /** Brings the shown row's texts up to date after a tick; touches only what differs. */
  refresh({ isChosen, cell: spokenCell }: SpokenRow): void {
    if (isChosen !== undefined) this.#rows[this.#turn as 0 | 1].setAttribute("aria-selected", String(isChosen));
    for (let index = 0; index < this.#columns.length; index++) {
      const cell = this.#cell(this.#turn, index);
      const { text, tip = "", box } = spokenCell(index);
      const spoken = [text, tip, box?.name, box?.isChecked].join("|");
      if (cell === undefined || cell.dataset["spoken"] === spoken) continue;
      cell.dataset["spoken"] = spoken;
      const column = this.#columns[index]?.column;
      // Calls and puts share headers; the title tells them apart.
      cell.lastElementChild!.textContent = `${column?.title ?? column?.header ?? ""} ${text}`;
      cell.title = tip;
      if (box === undefined) continue;
      const checkbox = stopOf(cell);
      checkbox.setAttribute("aria-label", box.name);
      checkbox.setAttribute("aria-checked", String(box.isChecked));
    }
  }

  get hasFocus(): boolean {
    return this.#group.contains(document.activeElement);
  }

  /** The focus came by keyboard. */
  get showsRing(): boolean {
    return this.#group.querySelector(":focus-visible") !== null;
  }

  dispose(): void {
    this.#group.replaceChildren();
  }

  /** What takes the focus of a cell. */
  #stop(turn: number, index: number): HTMLElement | undefined {
    const cell = this.#cell(turn, index);
    return cell && stopOf(cell);
  }

  #cell(turn: number, index: number): HTMLElement | undefined {
    return this.#rows[turn as 0 | 1].children[index] as HTMLElement | undefined;
  }
}

function newCheckbox(): HTMLElement {
  const box = document.createElement("span");
  box.setAttribute("role", "checkbox");
  return box;
}

const stopOf = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>("[role=checkbox]") ?? cell;
