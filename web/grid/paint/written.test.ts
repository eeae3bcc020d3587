/** What a source writes itself: words in colours, behind a checkbox, in the row that is chosen. */
import { describe, expect, it } from "vitest";
import type { GridColumn, GridSource } from "../grid-model.ts";
import { newGridState } from "../grid-state.ts";
import { toTsv } from "../input/export.ts";
import { isOnCheck, spokenRow, tipAt } from "../input/places.ts";
import { layOut } from "../layout.ts";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import { dark, sampleGrid } from "../testing/sample-grid.ts";
import { drawChecked } from "./draw-checked.ts";
import { drawWords } from "./draw-words.ts";
import { GridPainter } from "./painter.ts";

const { colours } = dark;
const CHECK = 1;
const draw = drawWords({ B: { ink: "buy", isBold: true }, CE: { ink: "call" }, PE: { ink: "put" } });
const columns: readonly GridColumn[] = [
  { id: "name", header: "Name", width: 100, cell: { kind: "text", slot: 0, checkSlot: CHECK, draw: drawChecked } },
  { id: "legs", header: "Legs", width: 200, cell: { kind: "text", slot: 2, isWritten: true, draw } },
];
const layout = layOut(columns, 300, 1, 24);

/** Two rows: of what they write, and which of them are ticked. */
const sourceOf = (words: readonly string[], ticked: readonly number[] = [], chosen?: number): GridSource => ({
  version: 1,
  rows: 2,
  key: (row) => row,
  number: (row, slot) => (slot === CHECK ? Number(ticked.includes(row)) : slot === 0 ? row : Number.NaN),
  style: () => 0,
  rule: () => false,
  names: ["Condor", "Butterfly"],
  text: (row, slot) => (slot === CHECK ? `box of ${row}` : words[row]!),
  tip: (row, slot) => (row === 1 && slot === 2 ? "why" : undefined),
  ...(chosen !== undefined && { chosen }),
});

function setUp() {
  const recording = recordingContext();
  const painter = new GridPainter(recording.context);
  const view = { ...sampleGrid().view(), layout };
  const paint = (source: GridSource): readonly Stroke[] => {
    recording.strokes.length = 0;
    painter.paint({ ...view, source }, 0);
    return [...recording.strokes];
  };
  return { painter, paint };
}
const texts = (strokes: readonly Stroke[]) => strokes.flatMap((stroke) => (stroke.kind === "text" ? [stroke] : []));

describe("words", () => {
  it("have the colour that is theirs, others that of the cell, one behind the other", () => {
    const found = texts(setUp().paint(sourceOf(["B 2 x 24,050 CE   B 24,100 PE", "-"])));
    const legs = found.filter(({ y, x }) => y === 16 && x >= 108);
    expect(legs.map(({ text, fill }) => [text, fill])).toEqual([
      ["B ", colours.buy],
      ["2 x 24,050 ", colours.ink],
      ["CE   ", colours.call],
      ["B ", colours.buy],
      ["24,100 ", colours.ink],
      ["PE", colours.put],
    ]);
    // A character is 6 px wide.
    expect(legs.map(({ x }) => x)).toEqual([108, 120, 186, 216, 228, 270]);
    expect(legs[0]?.font).toMatch(/^600 /);
    expect(legs[1]?.font).toMatch(/^400 /);
  });

  it("end in an ellipsis where the room does, and nothing stands after it", () => {
    const found = texts(setUp().paint(sourceOf(["B 24,050 24,100 24,150 24,200 24,250 CE", "-"])));
    expect(found.filter(({ y, x }) => y === 16 && x >= 108).at(-1)?.text).toMatch(/^24,050 .*\u2026$/);
  });

  it("are painted again when the source writes others, though no number of theirs has changed", () => {
    const { paint, painter } = setUp();
    const before = sourceOf(["B 1 CE", "-"]);
    paint(before);
    paint({ ...before, text: (row) => (row === 0 ? "B 2 CE" : "-") });
    expect(painter.painted).toBe(1);
  });

  it("are copied as they stand, and a cell that shows none is empty", () => {
    const source = sourceOf(["B 24,050 CE   B 24,100 PE", ""]);
    expect(toTsv(source, layout.columns, 0, 1)).toBe("Condor\tB 24,050 CE   B 24,100 PE\nButterfly\t");
  });
});

describe("a checkbox", () => {
  it("stands in front of the text, ticked or not, and only its cell is painted when that changes", () => {
    const { paint, painter } = setUp();
    const plain = sourceOf(["-", "-"]);
    expect(texts(paint(plain)).find(({ text }) => text === "Condor")?.x).toBe(8 + 21);
    const strokes = paint({ ...sourceOf(["-", "-"], [1]), names: plain.names });
    expect(painter.painted).toBe(1);
    expect(strokes).toContainEqual({ kind: "round", box: [8, 29, 13, 13], fill: colours["accent-fill"] });
    expect(strokes.find(({ kind }) => kind === "path")).toMatchObject({ filled: false, colour: "#fff" });
  });

  it("is pressed from the cell's edge to its text, and is read aloud with its name", () => {
    const state = { ...newGridState(), layout, source: sourceOf(["-", "-"], [1], 1) };
    expect([0, 28, 29].map((x) => isOnCheck(state, { row: 0, column: 0 }, x))).toEqual([true, true, false]);
    expect(isOnCheck(state, { row: 0, column: 1 }, 101)).toBe(false);
    expect(spokenRow(state, 1).cell(0).box).toEqual({ name: "box of 1", isChecked: true });
    expect(spokenRow(state, 0).cell(0).box).toEqual({ name: "box of 0", isChecked: false });
    expect(spokenRow(state, 1).cell(1)).toMatchObject({ box: undefined, tip: "why" });
    expect([spokenRow(state, 0).isChosen, spokenRow(state, 1).isChosen]).toEqual([false, true]);
    expect(tipAt(state, { row: 0, column: 1 })).toBeUndefined();
    const plain = { ...state, source: sourceOf(["-", "-"]) };
    expect(spokenRow(plain, 0).isChosen).toBeUndefined();
  });
});

it("the chosen row has a ground and a mark of its own, and its first cell is bold", () => {
  const strokes = setUp().paint(sourceOf(["-", "-"], [], 1));
  const grounds = strokes.filter((stroke) => stroke.kind === "rect" && stroke.fill === colours["accent-soft"]);
  expect(grounds).toEqual([
    { kind: "rect", box: [0, 24, 100, 24], fill: colours["accent-soft"] },
    { kind: "rect", box: [100, 24, 200, 24], fill: colours["accent-soft"] },
  ]);
  expect(strokes).toContainEqual({ kind: "rect", box: [0, 24, 2, 24], fill: colours.accent });
  const weightOf = (name: string) =>
    texts(strokes)
      .find(({ text }) => text === name)
      ?.font.slice(0, 3);
  expect([weightOf("Condor"), weightOf("Butterfly")]).toEqual(["400", "600"]);
});
