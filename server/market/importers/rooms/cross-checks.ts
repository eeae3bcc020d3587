/**
 * Figures of a room that contradict each other, found when all of its lines are there. Each is told with the file and
 * line where it was first seen. What is `grave` counts against the part of a file that may be bad.
 *
 * - A spot is compared with the forward that its own chain implies.
 * - Volume and OI are exchanged in a cell when each continues the other's figure, and the next cell does not; in a whole
 *   room when "volume" falls again and again and "OI" never does.
 * - OI of a source that counts units is a multiple of the lot.
 * - An expiry is one that the exchange lists, by its rules or by an imported list of contracts.
 */
import { LTP, MISSING_MINUTE, OI, VOL } from "#contract/domain/columns.ts";
import { CE, EQ, FUT, PE, type RoomName } from "#contract/domain/instruments.ts";
import { scheduledExpiries, scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { slotMoment } from "#market/reference/moment.ts";
import { parityForward } from "#market/reference/parity-forward.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import type { RoomBuilder } from "./room-builder.ts";

export interface Doubt {
  readonly room: RoomName;
  readonly what: string;
  /** File and line where it was first seen. */
  readonly at: string;
  /** Cells, or snapshots of a spot. */
  readonly count: number;
  /** Lines that are hardly of this room: they count like rejected ones. */
  readonly graveLines: number;
}

/** A spot may be off its chain's forward by this part, and by this part a year of carry. */
const SPOT_OFF = 0.03;
const CARRY = 0.12;
const DAYS_A_YEAR = 365;

/** What a room's own figures say against each other, and against the lists. */
export function crossCheck(room: RoomBuilder, facts: MarketFacts): Doubt[] {
  const name = room.day.room;
  const found = [
    spotDoubt(room),
    ...exchangeDoubts(room),
    oddOiDoubt(room),
    lotDoubt(room, facts),
    listDoubt(room, facts),
  ];
  return found.filter((doubt) => doubt !== undefined).map((doubt) => ({ room: name, graveLines: 0, ...doubt }));
}

type Found = Omit<Doubt, "room" | "graveLines"> & { readonly graveLines?: number };

/** Counts, and remembers where it began. */
class Tally {
  count = 0;
  at = "";

  add(room: RoomBuilder, slot: number, row: number): void {
    if (this.count++ === 0) this.at = room.placeOf(slot, row);
  }
}

function spotDoubt(room: RoomBuilder): Found | undefined {
  const { day } = room;
  const table = buildStrikeTable(day.tokens);
  if (table.eq < 0) return undefined;
  const years = Math.max(0, (Date.parse(day.expiry) - Date.parse(day.date)) / 86_400_000 / DAYS_A_YEAR);
  const tally = new Tally();
  let worst = "";
  for (const slot of filledSlots(room)) {
    const spot = day.minutes.columns[LTP][slot * day.minutes.stride + table.eq];
    const forward = parityForward(table, slotMoment(day, slot));
    if (spot === ABSENT || !(Math.abs(spot / forward - 1) > SPOT_OFF + CARRY * years)) continue;
    if (tally.count === 0) worst = `${spot / day.priceScale} beside ${(forward / day.priceScale).toFixed(2)}`;
    tally.add(room, slot, table.eq);
  }
  const { count, at } = tally;
  const what = `spot far from what its chain implies (${worst})`;
  return count === 0 ? undefined : { what, at, count, graveLines: count * Math.max(1, table.count) };
}

/** How near, as a sum of two logarithms, figures are when each continues the other's, and how far when not. */
const CONTINUES = 0.2;
const JUMPS = 1;
/** Of a room whose volume and OI stand in each other's columns: the least part of volumes that fall, the most of OIs. */
const FALLS = 0.2;
const NEVER = 0.01;
const LEAST_STEPS = 50;

function exchangeDoubts(room: RoomBuilder): (Found | undefined)[] {
  const cells = new Tally();
  const falling = new Tally();
  let steps = 0;
  let oiFalls = 0;
  eachStep(room, (slot, row, before, now, next) => {
    if (now.volume !== before.volume || now.oi !== before.oi) steps++;
    if (now.volume < before.volume) falling.add(room, slot, row);
    if (now.oi < before.oi) oiFalls++;
    const isCrossed =
      distance(now.volume, before.oi) + distance(now.oi, before.volume) < CONTINUES && straight(now, before) > JUMPS;
    if (isCrossed && next !== undefined && straight(next, before) < CONTINUES) cells.add(room, slot, row);
  });
  const isRoom = steps >= LEAST_STEPS && falling.count > steps * FALLS && oiFalls < steps * NEVER;
  return [
    isRoom
      ? {
          what: "volume and OI exchanged all day (volume falls, OI never does)",
          at: falling.at,
          count: falling.count,
          graveLines: steps,
        }
      : undefined,
    cells.count === 0
      ? undefined
      : { what: "volume and OI exchanged", at: cells.at, count: cells.count, graveLines: cells.count },
  ];
}

const distance = (a: number, b: number): number => (a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : 0);

interface Step {
  readonly volume: number;
  readonly oi: number;
}

const straight = (a: Step, b: Step): number => distance(a.volume, b.volume) + distance(a.oi, b.oi);

/** @param see a contract's neighbouring figures, and those after them. */
function eachStep(
  room: RoomBuilder,
  see: (slot: number, row: number, before: Step, now: Step, next: Step | undefined) => void,
): void {
  const { tokens, minutes } = room.day;
  const slots = filledSlots(room);
  for (let row = 0; row < tokens.length; row++) {
    if (tokens.type[row] === EQ) continue;
    const known = slots
      .map((slot) => ({ slot, at: slot * minutes.stride + row }))
      .map(({ slot, at }) => ({ slot, volume: minutes.columns[VOL][at], oi: minutes.columns[OI][at] }))
      .filter(({ volume, oi }) => volume > 0 && oi > 0);
    for (let i = 1; i < known.length; i++) see(known[i].slot, row, known[i - 1], known[i], known[i + 1]);
  }
}

function oddOiDoubt(room: RoomBuilder): Found | undefined {
  const { tokens, minutes } = room.day;
  if (room.format.quantities !== "units") return undefined;
  const tally = new Tally();
  for (const slot of filledSlots(room))
    for (let row = 0; row < tokens.length; row++)
      if (tokens.type[row] !== EQ && minutes.columns[OI][slot * minutes.stride + row] % room.lot > 0)
        tally.add(room, slot, row);
  const { count, at } = tally;
  return count === 0 ? undefined : { what: `OI that is no multiple of the lot, ${room.lot}`, at, count };
}

function lotDoubt(room: RoomBuilder, facts: MarketFacts): Found | undefined {
  const { symbol, expiry, date } = room.day;
  const others = (facts.listedLots?.(symbol, expiry, date) ?? []).filter(({ lot }) => lot !== room.lot);
  if (others.length === 0) return undefined;
  const told = others.map(({ lot, from }) => `${lot} (${from})`).join(", ");
  return { what: `lot of ${room.lot}, where a reference list says ${told}`, at: firstPlace(room), count: 1 };
}

function listDoubt(room: RoomBuilder, facts: MarketFacts): Found | undefined {
  const { symbol, expiry, date, tokens } = room.day;
  const types = tokens.type.subarray(0, tokens.length);
  const isListed =
    (facts.isListed?.(symbol, expiry) ?? false) ||
    ((types.includes(CE) || types.includes(PE)) && scheduledExpiries(symbol, date).includes(expiry)) ||
    (types.includes(FUT) && scheduledFutures(symbol, date).includes(expiry)) ||
    types.every((type) => type === EQ);
  return isListed ? undefined : { what: `expiry ${expiry}, which is not listed`, at: firstPlace(room), count: 1 };
}

function firstPlace(room: RoomBuilder): string {
  const [slot] = filledSlots(room);
  if (slot === undefined) return "?";
  for (let row = 0; row < room.day.tokens.length; row++) if (room.hasLine(slot, row)) return room.placeOf(slot, row);
  return room.placeOf(slot, 0);
}

function filledSlots({ day: { minutes } }: RoomBuilder): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < minutes.slots; slot++) if (minutes.state[slot] !== MISSING_MINUTE) slots.push(slot);
  return slots;
}
