/**
 * What the board's pricing does to recorded days: forward mode on the expiry day of 18 August 2026, and contracts without a
 * trade on the five-minute days of January and February 2026. Runs where MARKET_DATA names the folder of the files.
 */
import { describe, expect, test } from "vitest";
import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import {
  CALLS,
  columnSlot,
  PUTS,
  type ChainSnapshot as Snapshot,
  STRADDLE,
  STRIKE,
} from "#contract/domain/snapshots/chain-table.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { type Cell, makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { HAS_RECORDED, recordedLines } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";

const kernel = createKernel(loadQuantModule());

interface Shown {
  readonly strike: number;
  readonly straddle: number;
  readonly iv: readonly [call: number, put: number];
}

interface Chain {
  readonly symbol?: string;
  readonly date: string;
  readonly expiry: string;
  readonly at: number;
  readonly spot: number;
  readonly strikes: ReadonlyMap<number, { ce: Cell; pe: Cell }>;
}

function show({ symbol = "NIFTY", date, expiry, at, spot, strikes }: Chain, pricing?: PricingChoice) {
  const ordered = [...strikes].sort(([a], [b]) => a - b).map(([strike, sides]) => ({ strike, ...sides }));
  const day = makeRoom({ symbol, expiry, date, ...(spot > 0 && { spot: { ltp: spot } }), strikes: ordered });
  const snapshot = derivation.derive(
    {
      market: makeMarket(marketRoom(day)),
      pane: makePane({ symbol, expiry: isoDate(expiry), expiries: [isoDate(expiry)], pricing }),
      clock: { mode: "live", date: isoDate(date), minute: minute(at), speed: 1 },
      params: { ...screen.defaults, columns: ["IV"], strikeRange: 100 },
      kernel,
    },
    derivation.createScratch(),
  );
  if (!snapshot) throw new Error("no snapshot");
  return { facts: snapshot.facts, rows: rowsOf(snapshot) };
}

const rowsOf = ({ rows, slots, values }: Snapshot): Shown[] =>
  Array.from({ length: rows }, (_, row) => {
    const value = (slot: number) => values[row * slots + slot] ?? Number.NaN;
    const iv = [value(columnSlot(1, CALLS, 0)), value(columnSlot(1, PUTS, 0))] as const;
    return { strike: value(STRIKE), straddle: value(STRADDLE), iv };
  });

describe.skipIf(!HAS_RECORDED)("recorded days (needs MARKET_DATA)", () => {
  test("18 August 2026 at 14:45: the ATM call and put have one IV in forward mode, not 27.02 and 18.63", () => {
    const strikes = new Map<number, { ce: Cell; pe: Cell }>();
    let spot = 0;
    for (const line of recordedLines("options_intraday/nse_nifty_chain_1min_2026-08-18_expiryday.csv.gz")) {
      if (line["expiry"] !== "2026-08-18" || !line["timestamp"]?.startsWith("2026-08-18T14:45")) continue;
      const sides = strikes.get(Number(line["strike"])) ?? { ce: {}, pe: {} };
      const cell = { ltp: Number(line["ltp"]), vol: Number(line["volume"]) * 65, oi: Number(line["oi"]) * 65 };
      strikes.set(Number(line["strike"]), { ...sides, [line["option_type"] === "CE" ? "ce" : "pe"]: cell });
      spot = Number(line["spot"]);
    }
    const day = { date: "2026-08-18", expiry: "2026-08-18", at: 14 * 60 + 45, spot, strikes };
    const atm = ({ facts, rows }: ReturnType<typeof show>) => rows.find(({ strike }) => strike === facts.atm)?.iv;
    const plain = show(day);
    expect(atm(plain)).toEqual([27.02, 18.63]);
    expect(plain.facts.pricedOn).toMatchObject({ forward: false, basis: "spot", price: spot });
    const forward = show(day, { forward: true, untraded: false });
    expect(atm(forward)).toEqual([22.24, 22.24]);
    expect(forward.facts.pricedOn).toMatchObject({ forward: true, basis: "forward", price: 24_213.7 });
    for (const { iv } of forward.rows) if (iv.every((one) => one > 0)) expect(iv[0]).toBe(iv[1]);
  });

  test("contracts that have not traded today have no IV and no part in a straddle, unless the board shows them", () => {
    // IVs and straddles with untraded contracts and without them, and how many options have an old price.
    for (const [date, stamp, expiry, before, after, quiet] of [
      ["2026-01-27", "12:13", "2026-01-27", [245, 107], [213, 75], 32],
      ["2026-01-28", "09:20", "2026-02-24", [253, 125], [166, 42], 87],
      ["2026-01-30", "11:57", "2026-02-24", [254, 126], [184, 58], 70],
      ["2026-02-05", "11:32", "2026-02-24", [257, 128], [190, 61], 67],
    ] as const) {
      const lines = recordedLines(`options_intraday/index_chain_5min_${date}.csv.gz`);
      const strikes = new Map<number, { ce: Cell; pe: Cell }>();
      let spot = 0;
      for (const line of lines) {
        if (line["Symbol"] !== "BANKNIFTY" || line["snapshot"]?.slice(11, 16) !== stamp) continue;
        const side = (of: string) => ({ ltp: Number(line[`${of}_LTP`]), vol: Number(line[`${of}_Volume`]) });
        strikes.set(Number(line["Strike"]), { ce: side("CE"), pe: side("PE") });
        spot = Number(line["Spot"]);
      }
      const at = Number(stamp.slice(0, 2)) * 60 + Number(stamp.slice(3));
      const day = { symbol: "BANKNIFTY", date, expiry, at, spot, strikes };
      const count = ({ rows }: ReturnType<typeof show>) => [
        rows.flatMap(({ iv }) => iv).filter((one) => !Number.isNaN(one)).length,
        rows.filter(({ straddle }) => straddle >= 0).length,
      ];
      const now = show(day);
      const all = show(day, { forward: false, untraded: true });
      expect([date, count(all), count(now), now.facts.pricedOn.quiet]).toEqual([date, before, after, quiet]);
    }
  });
});
