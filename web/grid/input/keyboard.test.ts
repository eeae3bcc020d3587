import { describe, expect, it } from "vitest";
import { commandOf, type KeyPress } from "./keyboard.ts";

const bounds = { rows: 21, columns: 17, page: 10 };
const at = { row: 5, column: 3 };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("commandOf", () => {
  it("the space bar alone checks", () => {
    expect(commandOf(press(" "), at, bounds)).toEqual({ kind: "check" });
    expect(commandOf(press(" ", { shiftKey: true }), at, bounds)).toBeUndefined();
  });

  it.each([
    ["ArrowUp", {}, { row: 4, column: 3 }],
    ["ArrowDown", {}, { row: 6, column: 3 }],
    ["ArrowLeft", {}, { row: 5, column: 2 }],
    ["ArrowRight", {}, { row: 5, column: 4 }],
    ["Home", {}, { row: 5, column: 0 }],
    ["End", {}, { row: 5, column: 16 }],
    ["Home", { ctrlKey: true }, { row: 0, column: 0 }],
    ["End", { ctrlKey: true }, { row: 20, column: 16 }],
    ["PageDown", {}, { row: 15, column: 3 }],
    ["PageUp", {}, { row: 0, column: 3 }],
    ["ArrowDown", { metaKey: true }, { row: 20, column: 3 }],
  ] as const)("%s moves", (key, held, to) => {
    expect(commandOf(press(key, held), at, bounds)).toEqual({ kind: "move", to, extend: false });
  });

  it("stays inside", () => {
    expect(commandOf(press("ArrowUp"), { row: 0, column: 0 }, bounds)).toMatchObject({ to: { row: 0, column: 0 } });
    expect(commandOf(press("ArrowRight"), { row: 0, column: 16 }, bounds)).toMatchObject({ to: { column: 16 } });
    expect(commandOf(press("ArrowDown"), at, { ...bounds, rows: 0 })).toBeUndefined();
  });

  it("extends with Shift, selects all, clears", () => {
    expect(commandOf(press("ArrowDown", { shiftKey: true }), at, bounds)).toMatchObject({ extend: true });
    expect(commandOf(press("a", { ctrlKey: true }), at, bounds)).toEqual({ kind: "select-all" });
    expect(commandOf(press("Escape"), at, bounds)).toEqual({ kind: "clear" });
  });

  it("trades and acts by plain keys only", () => {
    expect(commandOf(press("b"), at, bounds)).toEqual({ kind: "trade", side: "B" });
    expect(commandOf(press("S", { shiftKey: true }), at, bounds)).toEqual({ kind: "trade", side: "S" });
    expect(commandOf(press("Enter"), at, bounds)).toEqual({ kind: "act" });
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(commandOf(press("s", held), at, bounds)).toBeUndefined();
      expect(commandOf(press("Enter", held), at, bounds)).toBeUndefined();
    }
    expect(commandOf(press("c", { ctrlKey: true }), at, bounds)).toBeUndefined();
    expect(commandOf(press("/"), at, bounds)).toBeUndefined();
  });
});
