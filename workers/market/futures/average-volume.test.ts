import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import { type BarDays, readDocument } from "#contract/wire/documents.ts";
import { averageVolumes } from "./average-volume.ts";

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
  // 105 to 124.
  expect([...averageVolumes(documentOf(0), names)]).toEqual([30, 114.5, Number.NaN, Number.NaN]);
  // One day is still being read.
  expect([...averageVolumes(documentOf(1), names)]).toEqual(names.map(() => Number.NaN));
});
