import { describe, expect, test } from "vitest";
import { ASK, BID, HIGH, LOW, LTP, OI, OPEN, type RoomDay, VOL, VWAP, writeSlot } from "#contract/domain/columns.ts";
import { MOST_FOUND } from "#contract/domain/formula/scan.ts";
import { CE, FUT, PE } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { ScanFound, type ScanRequest } from "#contract/wire/http/scanner.ts";
import { fakeRoom } from "../../testing/market/fake-feed.ts";
import { fakeFutures } from "../../testing/market/fake-futures.ts";
import type { ScanQuestion } from "./scan-question.ts";
import { createScanner, type Turns } from "./scanner.ts";

const EXPIRY = isoDate("2026-07-28");
const TIME = { source: "sim", date: isoDate("2026-07-27"), minute: 735.5, rate: 1, wall: 0 } as const;
const CLOSED_SPOTS = { NIFTY: 980 };
const SPOTS = { NIFTY: 990, RELIANCE: 1000.5, USDINR: 83.5 };

/** Figures that differ from row to row; some contracts have no price, some no open. */
function fill(day: RoomDay, seed: number): RoomDay {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const { columns } = day.live;
  for (let row = 0; row < day.tokens.length; row++) {
    const price = next(10) === 0 ? -1 : 50_000 + next(100_000);
    const low = price - next(500);
    const isTraded = price > 0 && next(5) > 0;
    columns[LTP]![row] = price;
    columns[VWAP]![row] = isTraded ? price + next(400) - 200 : -1;
    columns[OPEN]![row] = isTraded ? low + next(200) : -1;
    columns[LOW]![row] = isTraded ? low : -1;
    columns[HIGH]![row] = isTraded ? price + next(3) : -1;
    columns[BID]![row] = price - 5;
    columns[ASK]![row] = price + 5;
    columns[OI]![row] = 75 * next(200);
    columns[VOL]![row] = 75 * next(10_000);
  }
  return day;
}

const room = (symbol: string, strikes = 30, seed = 7): RoomDay => fill(fakeRoom(symbol, EXPIRY, strikes), seed);
const futures = fill(fakeFutures(["NIFTY", "RELIANCE", "USDINR"], isoDate("2026-08-25")), 3);
const MARKET: readonly RoomDay[] = [room("NIFTY"), room("USDINR", 20, 9), room("SENSEX", 10, 5), futures];

/** Time that passes with each look at the clock. */
function slowTurns(step: number): Turns & { given: number } {
  let now = 0;
  const turns = {
    given: 0,
    now: () => {
      now += step;
      return now;
    },
    next: async () => {
      turns.given++;
    },
  };
  return turns;
}

/** The currency has a future a week. */
const WEEKLY = isoDate("2026-08-07");
const FUTURES = { USDINR: [WEEKLY, isoDate("2026-08-25")] };

const scannerOf = (rooms: readonly RoomDay[] | undefined, turns = slowTurns(0), minute: number = TIME.minute) =>
  createScanner(
    {
      rooms: () => rooms,
      spots: (isByMinute) => (isByMinute ? CLOSED_SPOTS : SPOTS),
      futures: () => FUTURES,
      time: () => ({ ...TIME, minute }),
      closedMinute: () => Math.floor(minute) - 1,
    },
    turns,
  );

async function scan(request: Partial<ScanQuestion>, rooms: readonly RoomDay[] = MARKET): Promise<ScanFound> {
  const found = await scannerOf(rooms)({ exchange: "NSE", kind: "all", formula: "LTP > 0", ...request });
  if (!found) throw new Error("no day");
  return ScanFound.parse(found);
}

/** A contract as a plain object, rupees and units. */
function contractsOf(rooms: readonly RoomDay[]) {
  return rooms.flatMap((day) => {
    const { tokens, live, priceScale } = day;
    const isOfFutures = tokens.symbol !== undefined;
    const rows = Array.from({ length: tokens.length }, (_, row) => row);
    const listed = rows.filter((row) =>
      isOfFutures ? tokens.type[row] === FUT : tokens.type[row] === CE || tokens.type[row] === PE,
    );
    return listed.map((row) => {
      const price = (field: number): number =>
        live.columns[field]![row]! < 0 ? Number.NaN : live.columns[field]![row]! / priceScale;
      return {
        token: tokens.token[row]!,
        type: tokens.type[row]!,
        ltp: live.columns[LTP]![row]! > 0 ? price(LTP) : Number.NaN,
        vwap: price(VWAP),
        open: price(OPEN),
        high: price(HIGH),
        low: price(LOW),
        oi: live.columns[OI]![row]!,
        volume: live.columns[VOL]![row]!,
        prevOi: tokens.prevOi[row]!,
        prevClose: tokens.prevClose[row]! / priceScale,
        symbol: tokens.symbol?.[row] ?? day.symbol,
        spot: SPOTS[(tokens.symbol?.[row] ?? day.symbol) as "NIFTY"],
        strike: tokens.strike[row]! / priceScale,
      };
    });
  });
}
type Contract = ReturnType<typeof contractsOf>[number];

describe("what a scan finds", () => {
  const inNse = contractsOf(MARKET.filter(({ exchange }) => exchange === "NSE"));
  test.each<[string, (one: Contract) => boolean]>([
    ["LTP > Vwap", (one) => one.ltp > one.vwap],
    ["Open = Low and LTP > Open", (one) => one.open === one.low && one.ltp > one.open],
    [
      "LTP >= High or Volume > 500000",
      (one) => one.ltp >= one.high || (!Number.isNaN(one.high) && one.volume > 500_000),
    ],
    ["OI Chg% > 10 and not(LTP < 700)", (one) => ((one.oi - one.prevOi) / one.prevOi) * 100 > 10 && one.ltp >= 700],
    [
      "abs(Strike - Spot) < 60 and Volume > 0",
      (one) => one.type !== FUT && Math.abs(one.strike - one.spot) < 60 && one.volume > 0,
    ],
    ["Basis > 0", (one) => one.type === FUT && one.ltp - one.spot > 0],
  ])("%s: what a plain script finds", async (formula, passes) => {
    const wanted = inNse.filter((one) => !Number.isNaN(one.ltp) && passes(one));
    const { found, matches, contracts, unpriced } = await scan({ formula });
    expect(new Set(found.token)).toEqual(new Set(wanted.map(({ token }) => token)));
    expect(matches).toBe(wanted.length);
    expect(wanted.length).toBeGreaterThan(0);
    expect([contracts, unpriced]).toEqual([inNse.length, inNse.filter(({ ltp }) => Number.isNaN(ltp)).length]);
  });

  test("knows what futures usually trade from whoever asks, and of options nothing", async () => {
    const volume = (symbol: string) => inNse.find((one) => one.type === FUT && one.symbol === symbol)?.volume ?? 0;
    const usual = { "2026-08-25": { NIFTY: volume("NIFTY") - 1, RELIANCE: volume("RELIANCE") } };
    const formula = "Volume > 1 * Avg Vol";
    expect((await scan({ formula, usual })).found.symbol).toEqual(["NIFTY"]);
    expect((await scan({ formula })).matches).toBe(0);
  });

  test("is of the kind and the exchange that are asked for", async () => {
    const counts = async (request: Partial<ScanRequest>) => (await scan(request)).contracts;
    expect(await counts({ kind: "futures" })).toBe(3);
    expect(await counts({ kind: "calls" })).toBe(50);
    expect(await counts({ kind: "puts" })).toBe(50);
    expect(await counts({ exchange: "BSE" })).toBe(20);
  });

  test("comes with its figures, the most traded first", async () => {
    const { found, date, minute } = await scan({ kind: "futures", formula: "LTP > 0" });
    expect([date, minute]).toEqual(["2026-07-27", 735]);
    expect(found.volume).toEqual([...found.volume].sort((a, b) => (b ?? 0) - (a ?? 0)));
    const at = found.symbol.indexOf("RELIANCE");
    const ltp = found.ltp[at] ?? 0;
    expect(found.name[at]).toBe("RELIANCE26AUGFUT");
    expect(found.basis[at]).toBeCloseTo(ltp - SPOTS.RELIANCE, 9);
    expect(found.carry[at]).toBeCloseTo(((ltp / SPOTS.RELIANCE - 1) * 365 * 100) / 29, 9);
    expect(found.prevOi[at]).toBe(7500);
  });

  test("holds no future against the spot that stands still in the closing auction", async () => {
    const day = { ...futures, date: isoDate("2026-08-04") };
    const asked = { exchange: "NSE", kind: "futures" } as const;
    const foundAt = async (minute: number, formula: string) =>
      (await scannerOf([day], slowTurns(0), minute)({ ...asked, formula }))?.found;
    const equities = ["NIFTY", "RELIANCE"];
    for (const [minute, isHeld] of [
      [914, false],
      [915, true],
      [934.9, true],
      [935, false],
    ] as const) {
      const all = await foundAt(minute, "LTP > 0");
      const known = all?.symbol.map((symbol, at) => [symbol, all.basis[at] !== null, all.carry[at] !== null]);
      expect(known?.sort()).toEqual([...equities.map((one) => [one, !isHeld, !isHeld]), ["USDINR", true, true]]);
      const passed = (await foundAt(minute, "abs(Basis) >= 0 and abs(Carry%) >= 0"))?.symbol;
      expect(passed?.sort()).toEqual(isHeld ? ["USDINR"] : [...equities, "USDINR"]);
    }
  });

  test("is of the last closed minute for who has no ticks, spots and all, and another answer than the live one", async () => {
    const day = fill(fakeFutures(["NIFTY"], isoDate("2026-08-25")), 3);
    const { columns } = day.live;
    const scanner = scannerOf([day]);
    const asked = { exchange: "NSE", kind: "futures", formula: "LTP > 0" } as const;
    const byMinute = () => scanner({ ...asked, isByMinute: true });
    expect((await scanner(asked))?.found.ltp).toEqual([columns[LTP]![0]! / 100]);
    expect(await byMinute()).toMatchObject({ matches: 0, unpriced: 1 });
    columns[LTP]![0] = 99_900;
    writeSlot(day.minutes, 3, { columns, base: 0 }, day.tokens.length, 1);
    columns[LTP]![0] = 100_100;
    const later = await scannerOf([day])({ ...asked, isByMinute: true });
    expect([later?.found.ltp, later?.found.basis]).toEqual([[999], [19]]);
  });

  test.each([
    [915.5, 914, true],
    [916, 915, false],
    [935.5, 934, false],
    [936, 935, true],
  ])(
    "at %d is of %d for who has no ticks: the closing auction may begin or end between",
    async (now, minute, isKnown) => {
      const day = { ...fill(fakeFutures(["NIFTY"], isoDate("2026-08-25")), 3), date: isoDate("2026-08-04") };
      day.live.columns[LTP]![0] = 99_900;
      writeSlot(day.minutes, 3, { columns: day.live.columns, base: 0 }, day.tokens.length, 1);
      const asked = { exchange: "NSE", kind: "futures", formula: "LTP > 0", isByMinute: true } as const;
      const found = await scannerOf([day], slowTurns(0), now)(asked);
      expect([found?.minute, found?.found.basis]).toEqual([minute, [isKnown ? 19 : null]]);
    },
  );

  test("futures of one month have names of their own", async () => {
    const weekly = fill(fakeFutures(["USDINR"], WEEKLY), 4);
    const { found } = await scan({ kind: "futures", formula: "LTP > 0" }, [weekly, futures]);
    const ofCurrency = found.name.filter((_, at) => found.symbol[at] === "USDINR");
    expect(ofCurrency.sort()).toEqual(["USDINR26AUG07FUT", "USDINR26AUGFUT"]);
  });

  test("counts each condition alone", async () => {
    const { conditions, matches } = await scan({ formula: "LTP > Vwap and Volume > 300000" });
    const alone = await Promise.all(conditions.map(({ text }) => scan({ formula: text })));
    expect(conditions.map(({ passes }) => passes)).toEqual(alone.map((one) => one.matches));
    expect(matches).toBeLessThan(Math.min(...conditions.map(({ passes }) => passes)));
  });

  test("says which condition a watched contract fails first, with the figures of that condition", async () => {
    const formula = "LTP > Vwap and Volume > 300000";
    const { found } = await scan({ formula });
    const watched = inNse.filter(({ ltp }) => !Number.isNaN(ltp)).map(({ token }) => token);
    const unpriced = inNse.filter(({ ltp }) => Number.isNaN(ltp)).map(({ token }) => token);
    const { failed } = await scan({ formula, watched: [...watched, ...unpriced] });
    expect(new Set(failed.map(({ token }) => token))).toEqual(
      new Set(watched.filter((token) => !found.token.includes(token))),
    );
    const of = new Map(inNse.map((one) => [one.token, one]));
    for (const { token, condition, figures } of failed) {
      const { ltp, vwap, volume } = of.get(token) ?? expect.unreachable();
      if (ltp > vwap) expect([condition, figures]).toEqual(["Volume > 300000", { Volume: volume }]);
      else {
        expect([condition, figures["LTP"]]).toEqual(["LTP > Vwap", ltp]);
        expect(figures["Vwap"]).toBe(Number.isNaN(vwap) ? null : vwap);
      }
    }
    expect(new Set(failed.map(({ condition }) => condition)).size).toBe(2);
    expect((await scan({ formula })).failed).toEqual([]);
  });

  test("names so many contracts at most, and counts all", async () => {
    const rooms = Array.from({ length: 6 }, (_, i) => room("NIFTY", 100, i + 1));
    const { found, matches } = await scan({ formula: "LTP > 0" }, rooms);
    expect(found.token).toHaveLength(MOST_FOUND);
    expect(matches).toBeGreaterThan(MOST_FOUND);
  });
});

describe("the server", () => {
  const request: ScanRequest = { exchange: "NSE", kind: "all", formula: "LTP > 0" };

  test("has its event loop back after each room that took long", async () => {
    const turns = slowTurns(5);
    await scannerOf(MARKET, turns)(request);
    expect(turns.given).toBeGreaterThan(0);
  });

  test("answers the same question once for a while", async () => {
    const scanner = scannerOf(MARKET);
    expect(await scanner(request)).toBe(await scanner(request));
    expect(await scanner(request)).not.toBe(await scanner({ ...request, formula: "LTP > 1" }));
  });

  test("answers who has no ticks once a minute", async () => {
    const now = { minute: 735 };
    const turns = slowTurns(10_000);
    const scanner = createScanner(
      {
        rooms: () => MARKET,
        spots: () => CLOSED_SPOTS,
        futures: () => FUTURES,
        time: () => TIME,
        closedMinute: () => now.minute,
      },
      turns,
    );
    const byMinute = () => scanner({ ...request, isByMinute: true });
    const first = await byMinute();
    expect(await byMinute()).toBe(first);
    expect(await scanner(request)).not.toBe(await scanner(request));
    now.minute++;
    expect([first?.minute, (await byMinute())?.minute]).toEqual([735, 736]);
  });

  test("refuses what needs minutes, what cannot be read, and a crowd", async () => {
    const scanner = scannerOf(MARKET);
    await expect(scanner({ ...request, formula: "LTP > lag(LTP, 5)" })).rejects.toThrow(/needs the minutes of the day/);
    await expect(scanner({ ...request, formula: "LTP >" })).rejects.toThrow(/Character 6/);
    const waiting = Array.from({ length: 20 }, (_, i) => scanner({ ...request, formula: `LTP > ${i}` }));
    expect(() => scanner({ ...request, formula: "LTP > 99" })).toThrow(/Many scans are waiting/);
    await Promise.all(waiting);
    expect(await scanner({ ...request, formula: "LTP > 99" })).toBeDefined();
  });

  test("finds nothing while no day is open", async () => {
    expect(await scannerOf(undefined)(request)).toBeUndefined();
  });
});
