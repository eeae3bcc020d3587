import uPlot from "uplot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { themeOf } from "../../styles/tokens.ts";
import { acceptData, createModel } from "../chart-model.ts";
import type { ChartData } from "../chart-spec.ts";
import { createCursorControl } from "./cursor-control.ts";

const NONE = Number.NaN;

/** What the cursor's elements need of the page; texts are kept as they are now. */
function fakePage() {
  const texts: { data: string }[] = [];
  const element = (): HTMLElement =>
    ({
      style: { setProperty: () => undefined },
      hidden: false,
      append: () => undefined,
      remove: () => undefined,
      replaceChildren: () => undefined,
      setAttribute: () => undefined,
      addEventListener: () => undefined,
      querySelector: element,
      closest: () => null,
      getContext: () => ({ measureText: (text: string) => ({ width: 6 * text.length }) }),
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 200 }),
    }) as unknown as HTMLElement;
  const createTextNode = (data: string): { data: string } => {
    const text = { data };
    texts.push(text);
    return text;
  };
  vi.stubGlobal("document", { createElement: element, createTextNode });
  return { element, said: () => texts.map(({ data }) => data) };
}
let page: ReturnType<typeof fakePage>;

beforeEach(() => {
  page = fakePage();
  uPlot.pxRatio = 1;
});
afterEach(() => vi.unstubAllGlobals());

/** A chart of one line on a plot with a pixel a minute from 09:15 on, without uPlot. */
function chartOf(id: string) {
  const format = (value: number): string => `${id} ${value}`;
  const model = createModel(
    { x: { kind: "minute" }, y: { format }, series: [{ kind: "line", id, label: id, colour: "call", format }] },
    themeOf("dark", "normal"),
  );
  const groups = { linkGroup: "A", pane: "pane" };
  const control = createCursorControl(model, { plot: page.element(), groups });
  const cursor = { left: -10, top: -10 };
  const chart = {
    root: page.element(),
    over: page.element(),
    bbox: { left: 0, top: 0, width: 400, height: 200 },
    cursor,
    valToPos: (value: number) => value - 555,
    posToVal: (left: number) => left + 555,
    setCursor(next: { left: number; top: number }) {
      [cursor.left, cursor.top] = control.snap(chart, next.left, next.top);
      control.moved(chart);
    },
  } as unknown as uPlot;
  control.attach(chart);
  const paint = (values: readonly number[], more: Partial<ChartData> = {}): void => {
    acceptData(model, { x: values.map((_, i) => 555 + i), columns: [values], ...more });
    if (cursor.left >= 0) chart.setCursor(cursor); // as uPlot does
    control.settle();
  };
  const point = (left: number): void => chart.setCursor({ left, top: 5 });
  return { control, paint, left: () => cursor.left, top: () => cursor.top, point };
}

it("moves by figures: over a hole in one step, and from the ends inward; over a hole there is no hair", () => {
  const chart = chartOf("pe");
  chart.paint([NONE, 1, 2, NONE, NONE, NONE, 6, NONE]);
  const { step, index } = chart.control;
  expect([step(1), step(1), step(1), step(1), step(-1)]).toEqual([1, 2, 6, 6, 2]);
  expect([step(Number.MAX_SAFE_INTEGER), step(Number.MIN_SAFE_INTEGER)]).toEqual([6, 1]);
  chart.point(4);
  expect([index(), chart.left()]).toEqual([-1, -10]);
  chart.point(2.3);
  expect([index(), chart.left()]).toEqual([2, 2]);
});

it("a pointer that rests where there is no figure gets the crosshair when its minute comes, unless it left or was led away", () => {
  const [chart, other] = [chartOf("rested"), chartOf("other")];
  for (const one of [chart, other]) one.paint([1, 2]);
  chart.control.showAt(556);
  chart.point(4);
  chart.paint([1, 2, 3]);
  expect([chart.control.index(), other.control.index()]).toEqual([-1, -1]);
  chart.paint([1, 2, 3, 4, 5]);
  expect([chart.control.index(), chart.left(), chart.top()]).toEqual([4, 4, 5]);
  other.paint([1, 2, 3, 4, 5]);
  expect(other.control.index()).toBe(4);

  const leave: Record<string, () => void> = {
    mouse: () => chart.point(-10),
    resize: () => chart.control.drop(),
    neighbour: () => other.control.showAt(555),
  };
  for (const [how, away] of Object.entries(leave)) {
    chart.point(8);
    away();
    const index = chart.control.index();
    chart.paint([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([how, chart.control.index()]).toEqual([how, index]);
    chart.paint([1, 2, 3, 4, 5]);
  }
  chart.control.destroy();
  other.control.destroy();
});

it("a follower that lacks the minute stands there when it has it, and the leader reads it then", async () => {
  const [upper, lower] = [chartOf("upper"), chartOf("lower")];
  upper.paint([1, 2]);
  lower.paint([1, 2]);
  upper.control.showAt(556);
  expect(lower.control.index()).toBe(1);
  upper.paint([1, 2, 3]);
  upper.control.showAt(557);
  expect(lower.control.index()).toBe(-1);
  expect(page.said()).not.toContain("lower 3");
  lower.paint([1, 2, 3]);
  expect(lower.control.index()).toBe(2);
  await Promise.resolve();
  expect(page.said()).toContain("lower 3");
  upper.control.showAt(undefined);
  lower.paint([1, 2, 3, 4]);
  expect(lower.control.index()).toBe(-1);
  upper.control.destroy();
  lower.control.destroy();
});

it("a leader that is gone takes the crosshair of the others with it; a follower of another size keeps it", () => {
  const [leader, follower] = [chartOf("leader"), chartOf("follower")];
  for (const one of [leader, follower]) one.paint([1, 2, 3]);
  leader.control.showAt(556);
  follower.control.drop();
  follower.control.settle();
  expect([leader.control.index(), follower.control.index()]).toEqual([1, 1]);
  leader.control.drop();
  expect(follower.control.index()).toBe(-1);
  leader.control.showAt(556);
  leader.control.destroy();
  expect(follower.control.index()).toBe(-1);
  follower.control.destroy();
});
