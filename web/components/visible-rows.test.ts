import fc from "fast-check";
import { expect, it } from "vitest";
import { visibleRows } from "./visible-rows.ts";

it("every row in the window is in the page, and few others are", () => {
  const heights = fc.record({
    count: fc.integer({ min: 0, max: 20_000 }),
    height: fc.integer({ min: 0, max: 2000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(heights, ({ count, height, at }) => {
      const scrollTop = at * Math.max(0, count * 24 - height);
      const { first, end } = visibleRows(scrollTop, height, { rowHeight: 24, count, step: 16 });
      const lastSeen = Math.min(count - 1, Math.ceil((scrollTop + height) / 24) - 1);
      expect(first).toBeLessThanOrEqual(Math.floor(scrollTop / 24));
      expect(end).toBeGreaterThan(lastSeen);
      expect(end).toBeLessThanOrEqual(count);
      expect(end - first).toBeLessThanOrEqual(height / 24 + 70);
    }),
  );
});

it("a list that became shorter than where it was scrolled to has rows all the same", () => {
  expect(visibleRows(100_000, 600, { rowHeight: 24, count: 5, step: 16 })).toEqual({ first: 0, end: 5 });
});

it("of rows that differ in height, too, every one in the window is in the page", () => {
  const lists = fc.record({
    heights: fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 1, maxLength: 300 }),
    height: fc.integer({ min: 0, max: 2000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(lists, ({ heights, height, at }) => {
      const tops = Float64Array.from([0, ...heights].map((_, row) => heights.slice(0, row).reduce((a, b) => a + b, 0)));
      const scrollTop = at * Math.max(0, tops.at(-1)! - height);
      const { first, end } = visibleRows(scrollTop, height, { rowHeight: tops, count: heights.length, step: 4 });
      const seen = heights.flatMap((own, row) =>
        tops[row]! < scrollTop + height && tops[row]! + own > scrollTop ? [row] : [],
      );
      for (const row of seen) {
        expect(row).toBeGreaterThanOrEqual(first);
        expect(row).toBeLessThan(end);
      }
      expect(end - first).toBeLessThanOrEqual(seen.length + 20);
    }),
  );
});
