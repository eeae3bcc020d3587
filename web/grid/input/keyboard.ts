import type { CellPlace } from "../grid-model.ts";

/** The part of a keyboard event that commands depend on. */
export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

export type GridCommand =
  | { readonly kind: "move"; readonly to: CellPlace; readonly extend: boolean }
  | { readonly kind: "act" }
  | { readonly kind: "check" }
  | { readonly kind: "trade"; readonly side: "B" | "S" }
  | { readonly kind: "select-all" }
  | { readonly kind: "clear" };

export type GridBounds = { readonly rows: number; readonly columns: number; readonly page: number };

/** What a key means in the grid; undefined: nothing, let it pass. Ctrl+C is the browser's own copy event. */
export function commandOf(press: KeyPress, at: CellPlace, bounds: GridBounds): GridCommand | undefined {
  if (press.altKey || bounds.rows === 0) return undefined;
  const control = press.ctrlKey || press.metaKey;
  const move = (row: number, column: number): GridCommand => ({
    kind: "move",
    to: { row: clamp(row, bounds.rows), column: clamp(column, bounds.columns) },
    extend: press.shiftKey,
  });
  switch (press.key) {
    case "ArrowUp":
      return move(control ? 0 : at.row - 1, at.column);
    case "ArrowDown":
      return move(control ? bounds.rows - 1 : at.row + 1, at.column);
    case "ArrowLeft":
      return move(at.row, control ? 0 : at.column - 1);
    case "ArrowRight":
      return move(at.row, control ? bounds.columns - 1 : at.column + 1);
    case "Home":
      return move(control ? 0 : at.row, 0);
    case "End":
      return move(control ? bounds.rows - 1 : at.row, bounds.columns - 1);
    case "PageUp":
      return move(at.row - bounds.page, at.column);
    case "PageDown":
      return move(at.row + bounds.page, at.column);
    case "Enter":
      return control ? undefined : { kind: "act" };
    case "Escape":
      return { kind: "clear" };
    case " ":
      return control || press.shiftKey ? undefined : { kind: "check" };
  }
  const letter = press.key.toLowerCase();
  if (control) return letter === "a" ? { kind: "select-all" } : undefined;
  if (letter === "b") return { kind: "trade", side: "B" };
  return letter === "s" ? { kind: "trade", side: "S" } : undefined;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
