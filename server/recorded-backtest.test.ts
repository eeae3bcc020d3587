/**
 * Random back-tests on recorded days, where they are at hand (MARKET_DATA names their folder): what the product makes of each
 * day equals, to the paisa, what a plain script makes of the raw files. BACKTEST_SETS says how many plans (the soak's figure).
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createDayRunner } from "#chain/backtest/run-day.ts";
import { createTape } from "#chain/backtest/tape.ts";
import { roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { scheduledExpiries, scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { freezeQuantity } from "#contract/domain/reference/lots.ts";
import type { BacktestLeg, BacktestPlan, StrikeRule } from "#contract/domain/strategy/backtest.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../assembly/load.mjs";
import { loadRoomDay } from "./market/archive/blob-codec.ts";
import { recordedArchive } from "./testing/market/recorded-archive.ts";
import { EXPIRY_DAY, recordingsFolder } from "./testing/market/recordings.ts";
import { unlessMissing } from "./testing/skips.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const SCRIPT = fileURLToPath(new URL("./testing/recompute/backtest.mjs", import.meta.url));
const FILES = [EXPIRY_DAY, "index_chain_5min_2026-01-30.csv.gz", "index_chain_5min_2026-02-03.csv.gz"];
const SETS = Number(process.env["BACKTEST_SETS"] ?? 3);

interface Plain {
  readonly net?: number;
  readonly charges?: number;
  readonly orders?: number;
  readonly skipped?: string;
}

/** The same plans at each run. */
function randomPlans(count: number): readonly BacktestPlan[] {
  let seed = 11;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const perhaps = (value: number): number | null => (random() < 0.4 ? null : value);
  const ruleOf = (): StrikeRule =>
    [
      { by: "atm" as const, steps: whole(-4, 4) },
      { by: "delta" as const, delta: whole(10, 60) / 100 },
      { by: "premium" as const, premium: whole(5, 150) },
    ][whole(0, 2)] ?? { by: "atm", steps: 0 };
  const legOf = (): BacktestLeg => ({
    side: random() < 0.6 ? "sell" : "buy",
    type: random() < 0.5 ? "CE" : "PE",
    lots: whole(1, 3),
    strike: ruleOf(),
    stop: perhaps(whole(10, 80)),
    target: perhaps(whole(10, 80)),
    reentries: whole(0, 3),
  });
  return Array.from({ length: count }, () => ({
    legs: Array.from({ length: whole(1, 4) }, legOf),
    entry: minute(whole(645, 760)),
    exit: minute(whole(780, 920)),
    stop: perhaps(-whole(1000, 8000)),
    target: perhaps(whole(1000, 8000)),
    weekdays: [1, 2, 3, 4, 5],
    slippage: whole(0, 3),
    brokerage: random() < 0.2 ? null : 20,
  }));
}

unlessMissing("Back-tests of recorded days", recordingsFolder(), "a folder of recorded chains", (folder) => {
  it("equal a plain script to the paisa", { timeout: 120_000 + 30_000 * SETS }, async () => {
    const paths = FILES.map((file) => join(folder, file));
    const archive = await recordedArchive(paths);
    const kernel = createKernel(loadQuantModule());
    const plans = randomPlans(SETS);
    const plansFile = join(temporaryFolder(), "plans.json");
    writeFileSync(plansFile, JSON.stringify(plans));
    const plain: Record<string, readonly Plain[]> = JSON.parse(
      execFileSync(process.execPath, [SCRIPT, plansFile, ...paths], { encoding: "utf8", maxBuffer: 1e8 }),
    );
    let traded = 0;
    for (const [key, results] of Object.entries(plain)) {
      const [date = "", symbol = "", expiry = ""] = key.split(" ");
      const room = roomName(symbol, isoDate(expiry));
      const stored = await archive.read({ source: "import", date: isoDate(date), room });
      expect(stored, key).toBeDefined();
      if (!stored) continue;
      const terms = {
        freeze: freezeQuantity(symbol, isoDate(date)),
        tick: underlyingOf(symbol).tick,
        expiries: scheduledExpiries(symbol, isoDate(date)),
        futureExpiries: scheduledFutures(symbol, isoDate(date)),
      };
      const tape = createTape(await loadRoomDay(stored), kernel, terms);
      if (!tape) throw new Error(`no figures of ${key}`);
      for (const [at, plan] of plans.entries()) {
        const { net, charges, fills, skipped } = createDayRunner().day(tape, plan);
        const own: Plain = skipped === undefined ? { net, charges, orders: fills.length } : { skipped };
        expect({ key, at, ...own }).toEqual({ key, at, ...results[at] });
        if (skipped === undefined) traded++;
      }
    }
    expect(traded).toBeGreaterThan(SETS);
  });
});
