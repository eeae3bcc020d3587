import { expect, it } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { levelText } from "../figures/figure-rows.ts";
import { layOutMap } from "./map-layout.ts";
import { pictureOf } from "./map-picture.ts";

it("a stock's rows are named as its strikes are, and what lies between them by the paisa", () => {
  const spots = Float64Array.of(7.5, 10, 12.5);
  const map = { spots, daysLeft: [1], values: new Float64Array(3), deviation: [Number.NaN] };
  const [date, expiry] = [isoDate("2026-08-24"), isoDate("2026-08-25")];
  const span = { segment: "equity-derivatives", date, minute: minute(600), expiry, daysNow: 1 } as const;
  const point = { spotNow: 9.9, spot: 9.9, daysTarget: 1, projected: 0, isMoved: false };
  const facts = { map, span, ...point, breakEvens: [10.45], level: levelText(2), value: String };
  const { labels, tags } = pictureOf(facts, layOutMap(map, { width: 400, height: 400 }, 9.9));
  expect(labels).toEqual(["12.50", "10.00", "7.50"]);
  expect(tags.map(({ label }) => label)).toEqual(["Spot 9.90", "BE 10.45"]);
});
