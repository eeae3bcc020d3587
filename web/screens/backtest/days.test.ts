import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { initList } from "../../testing/market-data.ts";
import { loadDays } from "./days.ts";

const NIFTY = { exchange: "NSE", symbol: "NIFTY" } as const;
const deps = { signal: new AbortController().signal, progress: () => undefined };

it("a day that lacks the expiry's room is left out, and the others are tried", async () => {
  const [lacking, tried] = (["2026-03-26", "2026-03-27"] as const).map(
    (date) => ({ source: "sim", date: isoDate(date) }) as const,
  );
  const chains = await loadDays([lacking!, tried!], NIFTY, 0, {
    universeOf: async () => initList as never,
    roomBytes: async (_room, day) => (day === lacking ? undefined : new Uint8Array(1)),
    ...deps,
  });
  expect(chains.map(({ day }) => day)).toMatchObject([tried!]);
});

it("a day is tried with the largest order that the exchange took on it", async () => {
  const days = (["2026-03-30", "2026-04-01", "2026-04-02"] as const).map(
    (date) => ({ source: "sim", date: isoDate(date) }) as const,
  );
  const chains = await loadDays(days, NIFTY, 0, {
    universeOf: async (day) =>
      initList.map((part) =>
        part.name === "qtyfreeze" && day !== days[0] ? { ...part, data: { NIFTY: day === days[1] ? 900 : 0 } } : part,
      ) as never,
    roomBytes: async () => new Uint8Array(1),
    ...deps,
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
