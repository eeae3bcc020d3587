/** The day as a line: the underlying's price by minute, and where nothing was recorded. Made again when a minute closes. */

import { firstFilledSlot, LTP, lastFilledSlot, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { inRupees } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { slotMoment } from "#market/reference/moment.ts";
import { parityForward } from "#market/reference/parity-forward.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import { pane } from "./pane.ts";
import { LONGEST_JOIN, type Params, type Snapshot } from "./snapshot.ts";

interface Scratch {
  snapshot: Snapshot | undefined;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen: pane,
  createScratch: () => ({ snapshot: undefined }),

  derive({ market, pane }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room) return undefined;
    // Neither ever falls: the sum tells any change of either. A step of a replay changes neither.
    const version = room.structureVersion + room.minuteVersion;
    if (scratch.snapshot?.version !== version) {
      const isFinished = pane.day !== undefined && pane.day !== "today";
      scratch.snapshot = stripOf(room.day, isFinished, version);
    }
    return scratch.snapshot;
  },
});

function stripOf(day: RoomDay, isFinished: boolean, version: number): Snapshot {
  const { open, cadence, minutes } = day;
  const close = open + minutes.slots - 1;
  const last = lastFilledSlot(minutes);
  const first = firstFilledSlot(minutes);
  return {
    version,
    open,
    close,
    first: first < 0 ? Number.NaN : open + first,
    last: last < 0 ? Number.NaN : open + last,
    cadence,
    ...lineOf(day),
    holes: holesOf(day, isFinished ? close : open + last),
  };
}

/** One basis for the whole day: a line that changes it would show the basis as a move. */
function lineOf(day: RoomDay): Pick<Snapshot, "line" | "basis"> {
  const table = buildStrikeTable(day.tokens);
  const spot = rowLine(day, table.eq);
  if (spot) return { line: spot, basis: "spot" };
  const future = rowLine(day, table.fut);
  if (future) return { line: future, basis: "future" };
  const line = blank(day);
  for (let slot = 0; slot < line.length; slot++) {
    if (day.minutes.state[slot] !== MISSING_MINUTE)
      line[slot] = inRupees(parityForward(table, slotMoment(day, slot)), day.priceScale);
  }
  return { line, basis: "forward" };
}

const blank = ({ minutes }: RoomDay): Float64Array => new Float64Array(minutes.slots).fill(Number.NaN);

/** Undefined where the row is not there, or never has a price. */
function rowLine(day: RoomDay, row: number): Float64Array | undefined {
  if (row < 0) return undefined;
  const { minutes, priceScale } = day;
  const ltp = minutes.columns[LTP]!;
  const line = blank(day);
  let priced = 0;
  for (let slot = 0; slot < minutes.slots; slot++) {
    const price = minutes.state[slot] === MISSING_MINUTE ? 0 : ltp[slot * minutes.stride + row]!;
    if (price <= 0) continue;
    line[slot] = price / priceScale;
    priced++;
  }
  return priced === 0 ? undefined : line;
}

/** @param end the minute up to which data are missed: of an open day, its last recorded one. */
function holesOf({ open, cadence, minutes }: RoomDay, end: number): Float64Array {
  const holes: number[] = [];
  let before = open as number;
  const close = (at: number): void => {
    if (at - before > LONGEST_JOIN * cadence) holes.push(before, at);
    before = at;
  };
  for (let slot = 0; slot < minutes.slots; slot++) if (minutes.state[slot] !== MISSING_MINUTE) close(open + slot);
  close(end);
  return Float64Array.from(holes);
}
