/**
 * What do twenty alert rules cost beside the derivation of the screen whose lines they watch? The watch of a straddle runs the
 * screen's own derivation at each update; the rules only look at the last values of its lines.
 */
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import type { SeriesRule } from "#contract/worker/series-alerts.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { derivation } from "../../web/screens/straddle-strangle/derive.ts";
import { screen } from "../../web/screens/straddle-strangle/screen.ts";
import type { RegisteredScreen } from "../../workers/quant/registered.ts";
import { createSeriesWatch } from "../../workers/quant/series-watch.ts";
import { interleave, median, note, type Row, row } from "../report.ts";

const RULES = 20;
const TICKS = 40;

/** Pairs of lines and lines with values, none of which the ticks cross. */
const rules: readonly SeriesRule[] = Array.from({ length: RULES }, (_, i) => ({
  id: `rule ${i}`,
  left: i % 2 === 0 ? "main" : "callPrice",
  crosses: i % 3 === 0 ? "above" : "below",
  right: i % 4 === 0 ? "spot" : i,
}));

/** @param day live, at the minute after `closed` minutes. */
export function alertRules(question: string, day: RoomDay, kernel: Kernel, closed: number, rounds: number): Row[] {
  const { symbol, expiry } = day;
  const pane = makePane({ symbol, expiry, expiries: [expiry] });
  const clock = { mode: "live", date: day.date, minute: minute(day.open + closed), speed: 1 } as const;
  const market = makeMarket({ day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 });
  const input = { market, pane, clock, kernel };
  const plain = derivation.createScratch();
  const snapshot = derivation.derive({ ...input, params: screen.defaults }, plain);
  // The rules alone: the watch of lines that are made already.
  const made = { screen, derivation: { ...derivation, derive: () => snapshot } };
  const watch = createSeriesWatch(made as RegisteredScreen);
  const watched = watch.createScratch();
  const options = day.tokens.length - 1;
  let ticks = 0;
  const fired: string[] = [];
  const competitors = {
    derivation: () => {
      for (let i = 0; i < TICKS; i++) {
        day.live.columns[LTP][ticks++ % options] += ticks % 2 === 0 ? 5 : -5;
        derivation.derive({ ...input, params: screen.defaults }, plain);
      }
    },
    rules: () => {
      for (let i = 0; i < TICKS; i++)
        fired.push(...watch.watch({ ...input, params: { params: screen.defaults, rules } }, watched));
    },
  };
  interleave(20, competitors); // compiled before it counts
  const times = interleave(rounds, competitors);
  if (fired.length > 0) throw new Error(`rules fired: ${fired.join(", ")}`);
  return [
    row(
      question,
      "straddle: 20 alert rules added / its derivation",
      median(times.rules.map((time, i) => time / times.derivation[i]!)),
    ),
    note(question, "straddle: a tick's derivation", median(times.derivation) / TICKS, "ms"),
  ];
}
