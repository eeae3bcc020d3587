import { beforeAll, describe, expect, it } from "vitest";
import { CE, FUT, PE } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate, isoDate } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { optionPrice } from "#market/strategy/black76.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { silentLog } from "../../platform/log.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createFileStore } from "../archive/file-store.ts";
import type { DayKey } from "../archive/layout.ts";
import { type ContractFigures, OFFICIAL } from "../daily/daily-figures.ts";
import { decodeDaily } from "../daily/daily-file.ts";
import { createDailyStore, type DailyStore } from "../daily/daily-store.ts";
import { type AtmVolatility, createAtmVolatility } from "./atm-volatility.ts";
import { dailyAggregates } from "./daily-closes.ts";
import { createDailyPast } from "./daily-past.ts";
import type { DayAggregates } from "./day-aggregates.ts";

const DATE = isoDate("2026-01-21");
const DAY = { date: DATE, source: "import" } as const;
const EXPIRY = isoDate("2026-01-27");
let volatility: AtmVolatility;
beforeAll(() => {
  volatility = createAtmVolatility(createKernel(loadQuantModule()));
});

const unknown = { open: ABSENT, high: ABSENT, low: ABSENT, volume: ABSENT };

function contract(expiry: IsoDate, type: number, strike: number, close: number): ContractFigures {
  const rest = { last: ABSENT, settle: ABSENT, prevClose: ABSENT, oi: ABSENT, prevOi: ABSENT, lot: 75 };
  return { ...unknown, ...rest, expiry, type, strike: strike * 100, close: Math.round(close * 100), rank: OFFICIAL };
}

/** Calls and puts worth 25 % of volatility around a spot of 1001. */
function chain(expiry: IsoDate): ContractFigures[] {
  const years = 6 / 365;
  const discount = Math.exp(-0.1 * years);
  return [980, 1000, 1020].flatMap((strike) =>
    [CE, PE].map((type) => {
      const value = discount * optionPrice(type === CE ? 1 : -1, 1001 / discount, strike, 0.25, years);
      return contract(expiry, type, strike, value);
    }),
  );
}

async function dailyOf(close: number, prevClose: number, folder = temporaryFolder()) {
  const store = createDailyStore({ store: createFileStore(folder) });
  const scaled = { close: close * 100, last: ABSENT, prevClose: prevClose < 0 ? ABSENT : prevClose * 100 };
  await store.update([{ date: DATE, source: "import" }], (key) => ({
    ...key,
    origin: ["a file"],
    underlyings: [{ ...unknown, ...scaled, symbol: "SBIN", rank: OFFICIAL }],
    contracts: new Map([
      ["SBIN", [...chain(EXPIRY), contract(DATE, CE, 1000, 9), { ...contract(EXPIRY, FUT, 0, 1005), oi: 900 }]],
    ]),
  }));
  return store;
}

async function aggregatesOf(store: DailyStore, key: DayKey): Promise<DayAggregates> {
  return dailyAggregates(decodeDaily((await store.bytes(key)) ?? new Uint8Array()), volatility);
}

describe("a day of end-of-day figures", () => {
  it("tells closes, changes and volatilities, by the nearest expiry that is not its own, and no build-up", async () => {
    const day = await aggregatesOf(await dailyOf(1001, 990), DAY);
    expect(day).toMatchObject({ date: DATE, source: "import", buildUps: {} });
    expect(day?.closes["SBIN"]).toMatchObject({ close: 1001, change: 1.1111 });
    expect(day?.closes["SBIN"]?.iv).toBeCloseTo(25, 0);
    expect(day?.bars).toEqual({ [EXPIRY]: { SBIN: [null, null, null, 1005, null, 900, 0] } });
  });

  it("leaves out what it does not know", async () => {
    expect((await aggregatesOf(await dailyOf(1001, -1), DAY)).closes["SBIN"]?.change).toBeNull();
  });

  it("is made once, and anew when it is imported anew", async () => {
    const folder = temporaryFolder();
    const store = await dailyOf(1001, 990, folder);
    let count = 0;
    const past = createDailyPast({
      // Read anew each time: the store remembers some hundred days.
      list: async () => (await store.list()).map((day) => ({ ...day })),
      make: (day) => {
        count++;
        return aggregatesOf(store, day);
      },
      log: silentLog,
    });
    const question = (before: string) => ({ before: isoDate(before), isArchived: () => false });
    const closeOf = async (before: string) => {
      await past.answer(question(before));
      await past.settled();
      const { days, pending } = await past.answer(question(before));
      expect(pending).toBe(0);
      return days[0]?.closes["SBIN"]?.close;
    };
    expect(await past.answer({ ...question("2026-01-22"), expiry: EXPIRY })).toEqual({ days: [], pending: 0 });
    expect(await closeOf("2026-01-21")).toBeUndefined();
    expect([await closeOf("2026-01-22"), await closeOf("2026-01-22"), count]).toEqual([1001, 1001, 1]);
    await dailyOf(1002, 990, folder);
    expect([await closeOf("2026-01-22"), count]).toEqual([1002, 2]);
  });
});
