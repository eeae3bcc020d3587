import { expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { jsonBlob } from "../day-json/reply-blob.ts";
import type { SymbolFacts } from "../feed.ts";
import { createUsualVolumes } from "./usual-volumes.ts";

const NEAR = isoDate("2026-08-25");
const request = { exchange: "NSE", kind: "futures", formula: "Volume > 2 * Avg Vol" } as const;
const days = (volumes: readonly number[]) =>
  Object.fromEntries(volumes.map((volume, i) => [`8/${i + 1}/2026`, [1, 1, 1, 1, volume, 1, 0]]));

function usualOf(data: Readonly<Record<string, object>> | undefined, pending = 0) {
  const blob = data && jsonBlob({ data, sources: {}, pending });
  const futuresDaily = vi.fn(async () => blob);
  const symbols = ["NIFTY", "TCS"].map((symbol) => ({ symbol, futureExpiries: [NEAR] }) as unknown as SymbolFacts);
  const open = { date: isoDate("2026-08-18") };
  const facts = () => ({ ...open, symbols, spots: () => ({}) });
  return { futuresDaily, open, put: createUsualVolumes({ futuresDaily }, { facts }) };
}

test("a formula that reads the mean gets it, of the futures that have five days", async () => {
  const { put, futuresDaily } = usualOf({ NIFTY: days([10, 20, 30, 40, 50]), TCS: days([1, 2]) });
  expect(await put(request)).toEqual({ ...request, usual: { [NEAR]: { NIFTY: 30 } } });
  expect(futuresDaily).toHaveBeenCalledTimes(1);
});

test("the day that was today is one of the mean's as soon as the next one is open, though the finished days are the same", async () => {
  const { put, open } = usualOf({ NIFTY: days([10, 20, 30, 40, 50, 600]) });
  open.date = isoDate("2026-08-06");
  expect(await put(request)).toMatchObject({ usual: { [NEAR]: { NIFTY: 30 } } });
  open.date = isoDate("2026-08-07");
  expect(await put(request)).toMatchObject({ usual: { [NEAR]: { NIFTY: 125 } } });
});

test("any other formula is asked as it is, and reads no day", async () => {
  const { put, futuresDaily } = usualOf(undefined);
  for (const formula of ["Volume > Prev Vol", "Avg Vol >"]) {
    const other = { ...request, formula };
    expect(await put(other)).toBe(other);
  }
  expect(futuresDaily).not.toHaveBeenCalled();
});

test("where no future has five days it says so; so it does while some are still being read, which would move the means", async () => {
  await expect(usualOf(undefined).put(request)).rejects.toThrow("no future has as many here");
  await expect(usualOf({ TCS: days([1]) }, 3).put(request)).rejects.toThrow("still being read");
  await expect(usualOf({ TCS: days([1, 2, 3, 4, 5]) }, 1).put(request)).rejects.toThrow("still being read");
});
