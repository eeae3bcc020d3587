import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import { type BarDays, readDocument } from "#contract/wire/documents.ts";
import { averageVolumes, createVolumeAverages } from "./average-volume.ts";

test("the mean of the last twenty finished days that are known; of fewer than five, nothing", () => {
  const days = (volumes: readonly (number | null)[]) =>
    Object.fromEntries(
      volumes.map((volume, i) => [`${i < 20 ? 6 : 7}/${(i % 20) + 1}/2026`, [1, 1, 1, 1, volume, 1, 0]]),
    );
  const documentOf = (pending: number) =>
    readDocument(futureBarsName(isoDate("2026-08-25")), {
      data: {
        AAA: days(Array.from({ length: 25 }, (_, i) => (i < 5 ? 1_000_000 : 100 + i))),
        BBB: days([1, 2, 3, null, 4]),
        CCC: days([10, 20, 30, null, 40, 50]),
      },
      sources: {},
      pending,
    }) as BarDays;
  const names = ["CCC", "AAA", "DDD", "BBB"];
  const later = isoDate("2026-07-20");
  // 105 to 124.
  expect([...averageVolumes(documentOf(0), names, later)]).toEqual([30, 114.5, Number.NaN, Number.NaN]);
  // One day is still being read.
  expect([...averageVolumes(documentOf(1), names, later)]).toEqual(names.map(() => Number.NaN));
  // A day itself is none of its last ones: a million, and 105 to 123.
  const means = createVolumeAverages();
  const own = documentOf(0);
  expect(means(own, names, isoDate("2026-07-05"))?.[1]).toBe((1_000_000 + (105 + 123) * 9.5) / 20);
  expect(means(own, names, later)?.[1]).toBe(114.5);
  expect(means(own, names, isoDate("2026-06-07"))?.[0]).toBe(30);
  expect(means(own, names, isoDate("2026-06-06"))?.[0]).toBeNaN();
});
