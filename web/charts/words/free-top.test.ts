import fc from "fast-check";
import { expect, test } from "vitest";
import { freeTop } from "./free-top.ts";

const box = (left: number, top: number) => ({ left, top, right: left + 50, bottom: top + 16 });
const PLOT = [0, 300] as const;

test("words stand where they should; over or under others, whichever is nearer; never out of the plot", () => {
  expect(freeTop(box(0, 100), [], PLOT)).toBe(100);
  expect(freeTop(box(0, 100), [box(50, 100)], PLOT)).toBe(100);
  expect(freeTop(box(0, 100), [box(40, 104)], PLOT)).toBe(86);
  expect(freeTop(box(0, 100), [box(40, 96)], PLOT)).toBe(114);
  expect(freeTop(box(0, 0), [box(40, 4)], PLOT)).toBe(22);
  expect(freeTop(box(0, 0), [box(0, 0), box(10, 18)], PLOT)).toBe(36);
});

test("five labels of one place cover none of each other", () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 284 }));
  fc.assert(
    fc.property(fc.array(place, { maxLength: 5 }), (places) => {
      const taken: ReturnType<typeof box>[] = [];
      for (const [left, wanted] of places) {
        const top = freeTop(box(left, wanted), taken, PLOT);
        const one = box(left, top);
        for (const other of taken) {
          const isBeside = one.left < other.right && other.left < one.right;
          expect(isBeside && one.top < other.bottom && other.top < one.bottom).toBe(false);
        }
        taken.push(one);
      }
    }),
  );
});
