import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { initList } from "../../testing/market-data.ts";
import { loadDays } from "./days.ts";

it("a day is tried with the largest order that the exchange took on it", async () => {
  const days = (["2026-03-30", "2026-04-01", "2026-04-02"] as const).map(
    (date) => ({ source: "sim", date: isoDate(date) }) as const,
  );
  const chains = await loadDays(days, { exchange: "NSE", symbol: "NIFTY" }, 0, {
    universeOf: async (day) =>
      initList.map((part) =>
        part.name === "qtyfreeze" && day !== days[0] ? { ...part, data: { NIFTY: day === days[1] ? 900 : 0 } } : part,
      ) as never,
    roomBytes: async () => new Uint8Array(1),
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(chains.map(({ day, tried }) => [day.date, tried.freeze])).toEqual([
    ["2026-03-30", 1800],
    ["2026-04-01", 900],
    ["2026-04-02", 5000], // none was recorded
  ]);
  const [{ day, tried } = expect.unreachable()] = chains;
  expect(tried.expiries[0]).toBe(day.expiry);
  expect([tried.tick, tried.expiries.length > 1, tried.futureExpiries.length > 0]).toEqual([0.05, true, true]);
});
