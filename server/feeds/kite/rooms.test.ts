import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CE, EQ, FUT, PE } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { FeedError } from "../../market/feed.ts";
import { kiteInstruments, writeKiteInstruments } from "../../testing/market/kite-instruments.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { readInstruments } from "./instruments.ts";
import { listRooms } from "./rooms.ts";
import { leftOutWords, planSubscriptions } from "./subscription-plan.ts";

const DATE = isoDate("2026-07-27");

const readText = (text?: string) => readInstruments(writeKiteInstruments(temporaryFolder(), text), {});

async function refusal(place: string): Promise<string> {
  const error: unknown = await readInstruments(place, {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FeedError);
  return error instanceof Error ? error.message : "";
}

describe("the list of instruments", () => {
  it("gives contracts of our underlyings, with tokens, lots and strikes as listed, and their spots", async () => {
    const { contracts, spots, badLines } = await readText();
    expect(new Set(contracts.map(({ symbol }) => symbol))).toEqual(new Set(["NIFTY", "RELIANCE", "SENSEX", "USDINR"]));
    expect([...spots.keys()].sort()).toEqual(["NIFTY", "RELIANCE", "SENSEX"]);
    expect(badLines).toBe(0);
    expect(contracts.find(({ symbol, type }) => symbol === "RELIANCE" && type === PE)).toMatchObject({
      exchange: "NSE",
      expiry: "2026-07-28",
      strike: 1390,
      lot: 500,
    });
  });

  it("counts lines that cannot be contracts, and goes on", async () => {
    const broken = kiteInstruments()
      .replace(/,65,FUT/, ",0,FUT")
      .replace("2026-07-30,79000", "soon,79000")
      .replace("402.5,0.05", "402.5x,0.05");
    expect((await readText(broken)).badLines).toBe(3);
  });

  it("that cannot be read is refused in one line", async () => {
    const folder = temporaryFolder();
    expect(await refusal(join(folder, "none.csv"))).toMatch(/cannot be read from .*none.csv: no such file$/);
    expect(await refusal(writeKiteInstruments(folder, "a,b\n1,2"))).toMatch(/lack the columns instrument_token, /);
    const [header = ""] = kiteInstruments().split("\n");
    expect(await refusal(writeKiteInstruments(folder, header))).toMatch(/hold no contract that is known here$/);
    expect(await refusal("http://127.0.0.1:1/instruments")).toMatch(/^The instruments cannot be read from http:/);
  });
});

describe("the rooms of a day", () => {
  it("are one for every expiry to come, its rows in their order, and one of futures for every expiry", async () => {
    const { options, futures, spots, futureExpiries } = listRooms(await readText(), DATE);
    expect(options.map(({ room }) => room)).toEqual([
      "NIFTY-7/28/2026",
      "NIFTY-8/25/2026",
      "NIFTY-12/29/2026",
      "RELIANCE-7/28/2026",
      "SENSEX-7/30/2026",
      "USDINR-7/29/2026",
    ]);
    expect(futures.map(({ room, rows }) => [room, rows.map(({ symbol }) => symbol)])).toEqual([
      ["Futures-NSE-7/28/2026", ["NIFTY", "RELIANCE"]],
      ["Futures-NSE-7/29/2026", ["USDINR"]],
      ["Futures-NSE-8/25/2026", ["NIFTY"]],
      ["Futures-BSE-7/30/2026", ["SENSEX"]],
    ]);
    expect(spots.map(({ room, rows }) => [room, rows.map(({ symbol, type }) => [symbol, type])])).toEqual([
      [
        "Spot-NSE-7/28/2026",
        [
          ["NIFTY", EQ],
          ["RELIANCE", EQ],
        ],
      ],
      ["Spot-BSE-7/30/2026", [["SENSEX", EQ]]],
    ]);
    const [near] = options;
    expect(near.rows.slice(0, 4).map(({ type, strike, lot }) => [type, strike, lot])).toEqual([
      [EQ, 0, 65],
      [FUT, 0, 65],
      [CE, 24_000, 65],
      [PE, 24_000, 65],
    ]);
    expect(futureExpiries.get("NIFTY")).toEqual(["2026-07-28", "2026-08-25"]);
  });

  it("have the future of their month or the next one, none beyond the last, and currency no spot", async () => {
    const { options } = listRooms(await readText(), DATE);
    const typesOf = (room: string) => options.find((entry) => entry.room === room)?.rows.map(({ type }) => type);
    expect(typesOf("NIFTY-12/29/2026")?.slice(0, 2)).toEqual([EQ, CE]);
    expect(typesOf("USDINR-7/29/2026")?.slice(0, 2)).toEqual([FUT, CE]);
  });

  it("are of the segments that trade that day", async () => {
    const muhuratOnly = listRooms(await readText(), isoDate("2026-02-01"));
    expect(muhuratOnly.options.map(({ symbol }) => symbol)).not.toContain("USDINR");
    expect(muhuratOnly.options.map(({ symbol }) => symbol)).toContain("NIFTY");
  });
});

describe("the plan of subscriptions", () => {
  const planned = async (most: number, stocks: readonly string[] = []) => {
    const list = await readText();
    return planSubscriptions(listRooms(list, DATE), stocks, most);
  };

  it("takes everything that fits, each instrument once", async () => {
    const plan = await planned(9000);
    const tokens = plan.connections.flat();
    expect(plan.leftOut).toEqual([]);
    expect(leftOutWords(plan)).toBeUndefined();
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(plan.rooms.flatMap(({ rows }) => rows.map(({ token }) => token)))).toEqual(new Set(tokens));
  });

  it("takes futures and spots first, then near chains of indices and currency, then farther ones, stocks last", async () => {
    const names = async (most: number) => (await planned(most)).rooms.slice(6).map(({ room }) => room);
    // 5 futures and 3 spots; NIFTY 12 options, SENSEX 6, USDINR 4; then NIFTY 8; then 4; RELIANCE 6.
    expect(await names(8)).toEqual([]);
    expect(await names(8 + 12 + 6 + 4)).toEqual(["NIFTY-7/28/2026", "SENSEX-7/30/2026", "USDINR-7/29/2026"]);
    expect(await names(8 + 22 + 8)).toContain("NIFTY-8/25/2026");
    expect(await names(8 + 22 + 8)).not.toContain("RELIANCE-7/28/2026");
    expect(await names(8 + 22 + 8 + 4 + 6)).toContain("RELIANCE-7/28/2026");
  });

  it("says what it leaves out", async () => {
    expect(leftOutWords(await planned(30))).toBe(
      "left out, for Kite's limit of instruments: 3 chains of 2 underlyings (18 contracts)",
    );
  });

  it("takes the stocks that were asked for before the others", async () => {
    const text = kiteInstruments().replaceAll(/^.*SENSEX.*$/gm, (line) =>
      line.replaceAll("SENSEX", "ABB").replaceAll("BFO", "NFO").replaceAll("INDICES", "NSE"),
    );
    const list = await readText(text);
    const plan = (stocks: readonly string[]) =>
      planSubscriptions(listRooms(list, DATE), stocks, 4 + 3 + 17 + 12 + 6).rooms.map(({ symbol }) => symbol);
    expect(plan([])).toContain("ABB");
    expect(plan([])).not.toContain("RELIANCE");
    expect(plan(["RELIANCE"])).toContain("RELIANCE");
    expect(plan(["RELIANCE"])).not.toContain("ABB");
  });

  it("splits what it takes over connections of 3,000", async () => {
    const list = await readText();
    const { options } = listRooms(list, DATE);
    const rows = Array.from(
      { length: 7001 },
      (_, i) => ({ token: i + 1, type: CE, strike: i, lot: 1, symbol: "NIFTY" }) as const,
    );
    const big = { options: [{ ...options[0], rows }], futures: [], spots: [], futureExpiries: new Map() };
    const { connections } = planSubscriptions(big, []);
    expect(connections.map(({ length }) => length)).toEqual([3000, 3000, 1001]);
  });
});
