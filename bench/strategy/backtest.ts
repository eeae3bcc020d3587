/** A thousand sets of one rule over twenty days, as the screen's job tries them, beside objects for minutes and contracts. */
import { createBestSets } from "#chain/backtest/run-sets.ts";
import { createTape } from "#chain/backtest/tape.ts";
import { type BacktestLeg, type BacktestPlan, plansOf } from "#contract/domain/strategy/backtest.ts";
import { minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { median, note, type Row, row } from "../report.ts";
import { createRoomDay } from "../synthetic/room-day.ts";
import { dayObjects, tryPlan } from "./backtest-objects.ts";

const DAYS = 20;
/** The objects take too much time and memory for all: they try some days in some sets, and count by the set and day. */
const PEER_DAYS = 2;
const PEER_SETS = 50;
/** Of the sets, by their net result: as many as the screen keeps. */
const KEPT = 50;
const LOT = 75;
const TOLERANCE = 0.02;

const legOf = (type: "CE" | "PE"): BacktestLeg => ({
  side: "sell",
  type,
  lots: 1,
  strike: { by: "premium", premium: 100 },
  stop: null,
  target: null,
  reentries: 0,
});
const PLAN: BacktestPlan = {
  legs: [legOf("CE"), legOf("PE")],
  entry: minute(560),
  exit: minute(915),
  stop: -20_000,
  target: 20_000,
  weekdays: [1, 2, 3, 4, 5],
  slippage: 0,
  brokerage: 20,
};
const PLANS = plansOf(PLAN, {
  entry: { from: 560, to: 605, by: 5 },
  stop: { from: 20, to: 65, by: 5 },
  target: { from: 30, to: 75, by: 5 },
});

const TERMS = { freeze: 1800, tick: 0.05, expiries: [], futureExpiries: [] };

export function backtestRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const days = Array.from({ length: DAYS }, (_, seed) => createRoomDay(seed + 1));
  const ours = (kept: number) => {
    const tapes = days.map((day) => createTape(day, kernel, TERMS)!);
    const sets = createBestSets(tapes, kept);
    for (const plan of PLANS) sets.add(plan);
    return sets.best();
  };
  ours(KEPT); // warms up
  const rounds = short ? 5 : 11;
  const own = Array.from({ length: rounds }, () => timed(() => ours(KEPT)) / (PLANS.length * DAYS));

  // Made after our rounds, since a heap full of objects slows whoever collects garbage beside it.
  const objects = days.slice(0, PEER_DAYS).map(dayObjects);
  const some = PLANS.filter((_, i) => i % (PLANS.length / PEER_SETS) === 0);
  const tryAll = () => some.map((plan) => objects.map((day) => tryPlan(day, plan, LOT)));
  const byPlan = new Map(ours(PLANS.length).map(({ plan, days: tried }) => [plan, tried]));
  for (const [at, nets] of tryAll().entries()) {
    for (const [day, net] of nets.entries()) {
      const found = byPlan.get(some[at]!)?.[day]?.net ?? Number.NaN;
      if (!(Math.abs(found - net) < TOLERANCE)) throw new Error(`set ${at}, day ${day}: ${found}, by objects ${net}`);
    }
  }
  const plain = Array.from({ length: rounds }, () => timed(tryAll) / (some.length * PEER_DAYS));

  const count = `${PLANS.length.toLocaleString("en-US")} sets x ${DAYS} days`;
  return [
    row(question, `back-test of ${count} / plain objects in JS`, median(plain) / median(own)),
    note(question, `back-test of ${count}`, median(own) * PLANS.length * DAYS, "ms"),
  ];
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
