import { describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { simulatedCloses } from "../../feeds/simulated/past/simulated-closes.ts";
import { simulatedDay } from "../../feeds/simulated/past/simulated-history.ts";
import { type RoomFutures, roomFutures } from "../../market/aggregates/room-futures.ts";
import { AppError } from "../../platform/errors.ts";
import { silentLog } from "../../platform/log.ts";
import { createMadeDailies } from "./made-dailies.ts";

const SYMBOLS = ["FINNIFTY", "BANKEX"];
const TODAY = isoDate("2026-11-20");
const EXPIRY = isoDate("2026-11-23");

function open(fail?: (count: number) => Error | undefined) {
  const asked: string[] = [];
  const past = createMadeDailies({
    closes: async (upTo) => simulatedCloses(1, upTo, SYMBOLS),
    async futures(date, room): Promise<RoomFutures> {
      asked.push(`${date} ${room}`);
      const error = fail?.(asked.length);
      if (error !== undefined) throw error;
      const isListed = room.startsWith("Futures-NSE");
      return isListed
        ? { buildUps: { FINNIFTY: [1, 2, -3, -4] }, bars: { FINNIFTY: [10, 12, 9, 11, 500, 700, 0] } }
        : { buildUps: {}, bars: {} };
    },
    log: silentLog,
  });
  return { past, asked };
}

const question = { before: TODAY, isArchived: () => false };

describe("the simulated past", () => {
  it("tells the closes of three hundred days up to yesterday, as the days themselves show them", async () => {
    const { days, pending } = await open().past.answer(question);
    expect([days.length, pending, days.at(-1)?.date]).toEqual([300, 0, "2026-11-19"]);
    const { spots, symbols } = simulatedDay(1, isoDate("2026-11-19"), SYMBOLS);
    for (const symbol of SYMBOLS) {
      const told = days.at(-1)?.closes[symbol];
      const before = symbols.find((facts) => facts.symbol === symbol)?.prevClose ?? Number.NaN;
      expect(told?.close).toBe(spots[symbol]);
      expect(told?.change).toBeCloseTo(((spots[symbol] ?? 0) / before - 1) * 100, 3);
      expect(told?.iv).toBeGreaterThan(1);
    }
    expect(days.every(({ source, buildUps }) => source === "sim" && Object.keys(buildUps).length === 0)).toBe(true);
  });

  it("makes the build-ups of an expiry when they are asked for: twenty days, each once, but for archived ones", async () => {
    const { past, asked } = open();
    const ofExpiry = { ...question, expiry: EXPIRY, isArchived: (date: string) => date === "2026-11-18" };
    expect(await past.answer(ofExpiry)).toEqual({ days: [], pending: 19 });
    await past.answer(ofExpiry);
    await past.settled();
    const { days, pending } = await past.answer(ofExpiry);
    expect([days.length, pending, asked.length]).toEqual([19, 0, 38]);
    expect(days[0]).toMatchObject({ date: "2026-11-19", buildUps: { [EXPIRY]: { FINNIFTY: [1, 2, -3, -4] } } });
    expect(days[0]?.bars).toEqual({ [EXPIRY]: { FINNIFTY: [10, 12, 9, 11, 500, 700, 0] } });
    expect((await past.answer(ofExpiry)).days[0]).toBe(days[0]);
  });

  it("has nothing to tell of real days, and makes none for them", async () => {
    const { past, asked } = open();
    const real = { ...question, isReal: true };
    for (const one of [real, { ...real, expiry: EXPIRY }])
      expect(await past.answer(one)).toEqual({ days: [], pending: 0 });
    expect(asked).toEqual([]);
  });

  it("leaves out a day that fails, and tries again when it was only too busy", async () => {
    const ofExpiry = { ...question, expiry: EXPIRY };
    const broken = open((count) => (count === 1 ? new Error("broken") : undefined)).past;
    await broken.answer(ofExpiry);
    await broken.settled();
    expect(await broken.answer(ofExpiry)).toMatchObject({ days: { length: 19 }, pending: 0 });
    const busy = open((count) => (count === 3 ? new AppError("unavailable") : undefined)).past;
    await busy.answer(ofExpiry);
    await busy.settled();
    expect(await busy.answer(ofExpiry)).toMatchObject({ days: { length: 1 }, pending: 19 });
    await busy.settled();
    expect(await busy.answer(ofExpiry)).toMatchObject({ days: { length: 20 }, pending: 0 });
  });

  it("has futures rooms to make them of", () => {
    const room = simulatedDay(1, isoDate("2026-11-19"), SYMBOLS).room("Futures-NSE-11/23/2026", "interest");
    const sums = room && roomFutures(room).buildUps["FINNIFTY"];
    expect(sums?.[0]).toBeGreaterThan(0);
    expect(sums?.[2]).toBeLessThanOrEqual(0);
  });
});
