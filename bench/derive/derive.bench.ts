/**
 * What does a tick cost a line screen, beside its first run of the day? The first run reads every minute of the day; a tick
 * must read the minute in progress only, or a board of line screens would read its days again all day long.
 */

import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { EQ } from "#contract/domain/instruments.ts";
import { minute } from "#contract/domain/units.ts";
import type { Derivation } from "#contract/worker/derivation.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { derivation as maxpain } from "../../web/screens/maxpain/derive.ts";
import { derivation as pcr } from "../../web/screens/pcr/derive.ts";
import { screen as pcrScreen } from "../../web/screens/pcr/screen.ts";
import { interleave, median, note, type Row, row } from "../report.ts";
import { createRoomDay } from "../synthetic/room-day.ts";
import { alertRules } from "./alert-rules.ts";
import { chainFormulas } from "./chain-formulas.ts";
import { futuresBoards } from "./futures-boards.ts";

export const question = "derive";

/** The day is this far; the minute after it is in progress. */
const CLOSED = 340;
const TICKS = 40;
const kernel = createKernel(loadQuantModule("simd"));

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const rounds = short ? 41 : 161;
  return [
    ...lineScreen("PCR", pcr, pcrScreen.defaults, rounds),
    ...lineScreen("max pain", maxpain, {}, rounds),
    ...chainFormulas(question, liveDay(), kernel, rounds),
    ...alertRules(question, liveDay(), kernel, CLOSED, rounds),
    ...futuresBoards(question, kernel, rounds),
  ];
}

/** A day of 398 options and their spot, as it is at the live minute after `CLOSED` minutes. */
function liveDay(): RoomDay {
  const day = createRoomDay(7);
  const { tokens, minutes, live } = day;
  const spot = tokens.length - 1;
  tokens.type[spot] = EQ;
  tokens.strike[spot] = 0;
  for (let slot = 0; slot < minutes.slots; slot++)
    minutes.columns[LTP][slot * minutes.stride + spot] = 2_450_000 + slot;
  for (const [field, column] of live.columns.entries()) {
    const from = minutes.columns[field];
    if (from.length > 0) column.set(from.subarray(CLOSED * minutes.stride, (CLOSED + 1) * minutes.stride));
  }
  minutes.state.fill(0, CLOSED);
  return day;
}

function lineScreen<Params, Snapshot, Scratch>(
  name: string,
  { createScratch, derive }: Derivation<Params, Snapshot, Kernel, Scratch>,
  params: Params,
  rounds: number,
): Row[] {
  const day = liveDay();
  const { exchange, symbol, expiry } = day;
  const room = { day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 };
  const market = makeMarket(room);
  const pane: PaneContext = {
    exchange,
    symbol,
    expiry,
    expiries: [expiry],
    futureExpiry: undefined,
    futureExpiries: [],
  };
  const clock = { mode: "live", date: day.date, minute: minute(day.open + CLOSED), speed: 1 } as const;
  const input = { market, pane, params, clock, kernel };
  const kept = createScratch();
  const expected = JSON.stringify(derive(input, createScratch()));
  let ticks = 0;

  const competitors = {
    first: () => void derive(input, createScratch()),
    ticks: () => {
      for (let i = 0; i < TICKS; i++) {
        const row = ticks++ % (day.tokens.length - 1);
        day.live.columns[LTP][row] += ticks % 2 === 0 ? 5 : -5;
        derive(input, kept);
      }
    },
  };
  interleave(20, competitors); // compiled before it counts
  const times = interleave(rounds, competitors);
  for (const [field, column] of liveDay().live.columns.entries()) day.live.columns[field].set(column);
  if (JSON.stringify(derive(input, kept)) !== expected) throw new Error(`${name}: ticks came to other figures`);
  const tick = times.ticks.map((time) => time / TICKS);
  return [
    row(question, `${name}: a tick / the first run of the day`, median(tick.map((time, i) => time / times.first[i]))),
    note(question, `${name}: first run of the day`, median(times.first), "ms"),
    note(question, `${name}: a tick`, median(tick), "ms"),
  ];
}
