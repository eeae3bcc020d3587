import { createBestSets } from "#chain/backtest/run-sets.ts";
import { createTape, type Tape } from "#chain/backtest/tape.ts";
import { plansOf } from "#contract/domain/strategy/backtest.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { implementJob } from "#contract/worker/job.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { backtestJob } from "./screen.ts";
import type { Input, Reply } from "./snapshot.ts";

/** Sets whose days are kept. */
const MOST_KEPT = 50;
/** Sets from one report to the next: some milliseconds of work. */
const SETS_A_REPORT = 8;
/** Reports from one that carries results to the next. */
const REPORTS_A_LOOK = 8;

export const job = implementJob<Input, Reply, Kernel>(
  backtestJob,
  async ({ days, plan, sweep }, { kernel, progress }) => {
    const tapes: Tape[] = [];
    for (const { bytes, ...terms } of days) {
      const tape = createTape(decodeRoomDay(bytes).day, kernel, terms);
      if (tape) tapes.push(tape);
      await progress(0);
    }
    const plans = plansOf(plan, sweep);
    const sets = createBestSets(tapes, MOST_KEPT);
    const soFar = (done: number): Reply => ({
      best: sets.best(),
      done,
      count: plans.length,
      empty: days.length - tapes.length,
    });
    for (const [at, one] of plans.entries()) {
      sets.add(one);
      const done = at + 1;
      if (done % SETS_A_REPORT !== 0) continue;
      const isLook = done % (SETS_A_REPORT * REPORTS_A_LOOK) === 0;
      await progress(done / plans.length, isLook ? soFar(done) : undefined);
    }
    return soFar(plans.length);
  },
);
