import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutTags, TAG_HEIGHT, TAG_PITCH } from "./tag-layout.ts";

describe("tags at line ends", () => {
  it("stay where they are with room between", () => {
    expect(layoutTags([100, 40, 200], 0, 300)).toEqual([100, 40, 200]);
  });

  it("move apart evenly from their mean", () => {
    expect(layoutTags([100, 100], 0, 300)).toEqual([91.5, 108.5]);
  });

  it("stay in the plot", () => {
    expect(layoutTags([-20], 0, 300)).toEqual([TAG_HEIGHT / 2]);
    expect(layoutTags([299, 299], 0, 300)).toEqual([275, 292]);
  });

  it("never overlap, keep their order, and stay inside where there is room", () => {
    assert(
      property(array(integer({ min: -50, max: 450 }), { maxLength: 20 }), (wanted) => {
        const centres = layoutTags(wanted, 0, 400);
        const sorted = wanted
          .map((want, index) => ({ want, at: centres[index] as number }))
          .sort((a, b) => a.at - b.at);
        sorted.forEach((tag, index) => {
          expect(tag.at).toBeGreaterThanOrEqual(TAG_HEIGHT / 2 - 1e-6);
          expect(tag.at).toBeLessThanOrEqual(400 - TAG_HEIGHT / 2 + 1e-6);
          const above = sorted[index - 1];
          if (above === undefined) return;
          expect(tag.at - above.at).toBeGreaterThanOrEqual(TAG_PITCH - 1e-6);
          expect(tag.want).toBeGreaterThanOrEqual(above.want);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it("stand at the pitch from the top where the plot is too low", () => {
    expect(layoutTags([5, 5, 5], 0, 20)).toEqual([8, 25, 42]);
  });
});
