/**
 * Simulated stock chains at the close beside recorded ones of the same date, where the recorded days are at hand. Each
 * fact is the median of the same stocks; how far it may lie from the recorded one is named beside it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { LTP, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { lastStockTerms, STOCK_SYMBOLS } from "#contract/domain/reference/stock-lots.ts";
import { isoDate } from "#contract/domain/units.ts";
import { unlessMissing } from "../../../testing/skips.ts";
import { simulatedDay } from "../past/simulated-history.ts";

const DATE = isoDate("2026-01-20");
const EXPIRY = "1/27/2026";
const FILE = `stock_option_chain_eod_${DATE}.csv.gz`;
/** Every so many of the stocks, for speed. */
const EVERY = 9;

function recordedChains(): string | undefined {
  const root = process.env["MARKET_DATA"];
  if (root === undefined) return undefined;
  const folders = [join(root, "stock_options_eod"), join(root, "..", "stock_options_eod")];
  return folders.map((folder) => join(folder, FILE)).find((file) => existsSync(file));
}

interface Contract {
  readonly type: number;
  readonly strike: number;
  readonly ltp: number;
  /** Lots. */
  readonly oi: number;
  readonly volume: number;
}

interface Chain {
  readonly spot: number;
  readonly contracts: readonly Contract[];
}

function readChains(file: string): Map<string, Chain> {
  const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(file)), { columns: true, bom: true });
  const chains = new Map<string, { spot: number; contracts: Contract[] }>();
  for (const row of rows) {
    const symbol = row["Stock"] ?? "";
    const lot = lastStockTerms(symbol)?.lot;
    if (lot === undefined) continue;
    const chain = chains.get(symbol) ?? { spot: Number(row["Stock_LTP"]), contracts: [] };
    chains.set(symbol, chain);
    for (const [side, type] of [
      ["CE", CE],
      ["PE", PE],
    ] as const) {
      const of = (field: string) => Number(row[`${side}_${field}`]);
      const [ltp, oi, volume] = [of("LTP"), of("OI") / lot, of("Volume") / lot];
      chain.contracts.push({ type, strike: Number(row["Strike"]), ltp, oi, volume });
    }
  }
  return chains;
}

function chainOf({ tokens, minutes }: RoomDay): Chain {
  const last = (minutes.slots - 1) * minutes.stride;
  const at = (field: number, row: number) => minutes.columns[field]?.[last + row] ?? Number.NaN;
  const contracts: Contract[] = [];
  for (let row = 2; row < tokens.length; row++) {
    const lot = tokens.lotSize[row] ?? 1;
    contracts.push({
      type: tokens.type[row] ?? CE,
      strike: (tokens.strike[row] ?? 0) / 100,
      ltp: at(LTP, row) / 100,
      oi: at(OI, row) / lot,
      volume: at(VOL, row) / lot,
    });
  }
  return { spot: at(LTP, 0) / 100, contracts };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const FACTS = {
  "strikes listed": ({ contracts }: Chain) => contracts.length / 2,
  "open interest, lots": ({ contracts }: Chain) => sum(contracts.map(({ oi }) => oi)),
  "volume, lots": ({ contracts }: Chain) => sum(contracts.map(({ volume }) => volume)),
  "puts per call in open interest": ({ contracts }: Chain) => {
    const held = (type: number) => sum(contracts.filter((one) => one.type === type).map(({ oi }) => oi));
    return held(PE) / held(CE);
  },
  "contracts traded, share": ({ contracts }: Chain) =>
    contracts.filter(({ volume }) => volume > 0).length / contracts.length,
  "open interest of the largest call, share of the calls'": ({ contracts }: Chain) => {
    const calls = contracts.filter(({ type }) => type === CE).map(({ oi }) => oi);
    return Math.max(...calls) / sum(calls);
  },
  "straddle at the money, share of the spot": ({ spot, contracts }: Chain) => {
    const near = (type: number) =>
      contracts
        .filter((one) => one.type === type)
        .reduce((a, b) => (Math.abs(b.strike - spot) < Math.abs(a.strike - spot) ? b : a)).ltp;
    return (near(CE) + near(PE)) / spot;
  },
  "volume within 5 % of the spot, share": ({ spot, contracts }: Chain) =>
    sum(contracts.filter(({ strike }) => Math.abs(strike / spot - 1) < 0.05).map(({ volume }) => volume)) /
    sum(contracts.map(({ volume }) => volume)),
} as const;

/** Largest factor between the medians, either way. */
const TOLERANCE: Readonly<Record<keyof typeof FACTS, number>> = {
  "strikes listed": 1.25,
  "open interest, lots": 1.5,
  "volume, lots": 1.8,
  "puts per call in open interest": 1.3,
  "contracts traded, share": 1.2,
  "open interest of the largest call, share of the calls'": 1.5,
  // The recorded week was one of results.
  "straddle at the money, share of the spot": 1.4,
  "volume within 5 % of the spot, share": 1.4,
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

unlessMissing("stock chains", recordedChains(), "the recorded market data (MARKET_DATA)", (file) => {
  it("lie at the close as the recorded ones of that day", { timeout: 120_000 }, () => {
    const recorded = readChains(file);
    const symbols = STOCK_SYMBOLS.filter((symbol, i) => i % EVERY === 0 && recorded.has(symbol));
    expect(symbols.length).toBeGreaterThan(20);
    const day = simulatedDay(3, DATE, symbols);
    const pairs = symbols.flatMap((symbol) => {
      const room = day.room(`${symbol}-${EXPIRY}`, "interest");
      const real = recorded.get(symbol);
      return room && real ? [[chainOf(room), real] as const] : [];
    });
    expect(pairs).toHaveLength(symbols.length);
    for (const [name, fact] of Object.entries(FACTS)) {
      const [ours, theirs] = [0, 1].map((side) => median(pairs.map((pair) => fact(pair[side] ?? pair[0]))));
      const factor = (ours ?? 0) / (theirs ?? 1);
      const most = TOLERANCE[name as keyof typeof FACTS];
      expect(factor, `${name}: ${ours} beside ${theirs}`).toBeLessThan(most);
      expect(factor, `${name}: ${ours} beside ${theirs}`).toBeGreaterThan(1 / most);
    }
  });
});
