import fc from "fast-check";
import { expect, test } from "vitest";
import { squarify } from "./squarify.ts";

test("the example of the paper", () => {
  const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
  expect(boxes[0]).toEqual({ x: 0, y: 0, width: 3, height: 2 });
  expect(boxes[1]).toEqual({ x: 0, y: 2, width: 3, height: 2 });
  expect(boxes[2]?.x).toBe(3);
  expect(boxes[2]?.width).toBeCloseTo(12 / 7, 9);
});

test("areas are as given, and fill the room without leaving it", () => {
  const areas = fc.array(fc.double({ min: 1, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      areas,
      fc.integer({ min: 50, max: 2000 }),
      fc.integer({ min: 50, max: 1200 }),
      (list, width, height) => {
        const sorted = list.toSorted((a, b) => b - a);
        const sum = sorted.reduce((total, area) => total + area, 0);
        const boxes = squarify(sorted, { x: 0, y: 0, width, height });
        for (const [i, box] of boxes.entries()) {
          const share = (box.width * box.height) / (width * height);
          expect(Math.abs(share - sorted[i]! / sum)).toBeLessThan(1e-6);
          expect(box.x).toBeGreaterThan(-1e-6);
          expect(box.x + box.width).toBeLessThan(width * (1 + 1e-6));
          expect(box.y + box.height).toBeLessThan(height * (1 + 1e-6));
        }
      },
    ),
    { numRuns: 100 },
  );
});
