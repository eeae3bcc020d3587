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

export function backtestRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const days = Array.from({ length: DAYS }, (_, seed) => createRoomDay(seed + 1));
  const objects = days.slice(0, PEER_DAYS).map(dayObjects);
  const some = PLANS.filter((_, i) => i % (PLANS.length / PEER_SETS) === 0);
  const ours = () => {
    const tapes = days.map((day) => createTape(day, kernel)!);
    const sets = createBestSets(tapes, PLANS.length);
    for (const plan of PLANS) sets.add(plan);
    return sets.best;
  };
  const plain = () => some.map((plan) => objects.map((day) => tryPlan(day, plan, LOT)));

  const times = { ours: [] as number[], plain: [] as number[] };
  for (let round = 0; round < (short ? 5 : 11); round++) {
    const start = performance.now();
    const found = ours();
    const middle = performance.now();
    const expected = plain();
    times.ours.push((middle - start) / (PLANS.length * DAYS));
    times.plain.push((performance.now() - middle) / (some.length * PEER_DAYS));
    if (round > 0) continue;
    const byPlan = new Map(found.map(({ plan, days: tried }) => [plan, tried]));
    some.forEach((plan, at) => {
      expected[at]!.forEach((net, day) => {
        const own = byPlan.get(plan)?.[day]?.net ?? Number.NaN;
        if (!(Math.abs(own - net) < TOLERANCE)) throw new Error(`set ${at}, day ${day}: ${own}, by objects ${net}`);
      });
    });
  }
  const count = `${PLANS.length.toLocaleString("en-US")} sets x ${DAYS} days`;
  return [
    row(question, `back-test of ${count} / plain objects in JS`, median(times.plain) / median(times.ours)),
    note(question, `back-test of ${count}`, median(times.ours) * PLANS.length * DAYS, "ms"),
  ];
}
