/** Properties that hold for every minute of every simulated room, whatever the seed. */
import { afterAll, describe, expect, it } from "vitest";
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, EQ, FUT } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { simulatedDay } from "../past/simulated-history.ts";

/** Tick of the room's future and options, scaled. */
const TICKS: Readonly<Record<string, readonly [number, number]>> = {
  NIFTY: [10, 5],
  BANKNIFTY: [20, 5],
  SENSEX: [20, 5],
  MIDCPNIFTY: [5, 5],
  USDINR: [25, 25],
  RELIANCE: [10, 5],
  IDEA: [1, 1],
};

/** Some are looked at twice; they go with the file. */
const made = new Map<string, RoomDay>();
afterAll(() => made.clear());

function roomOf(seed: number, date: string, name: string): RoomDay {
  const key = `${seed} ${date} ${name}`;
  const room = made.get(key) ?? simulatedDay(seed, isoDate(date), [name.split("-")[0] ?? ""]).room(name);
  if (!room) throw new Error(`${name} is not listed`);
  made.set(key, room);
  return room;
}

function faultsOf(room: RoomDay): string[] {
  const faults: string[] = [];
  const { tokens, minutes } = room;
  const [futureTick, optionTick] = TICKS[room.symbol] ?? [5, 5];
  for (let slot = 0; slot < minutes.slots; slot++) {
    for (let row = 0; row < tokens.length; row++) {
      const at = (field: number, of = slot) => minutes.columns[field]?.[of * minutes.stride + row] ?? Number.NaN;
      const fault = (what: string) => faults.push(`${room.room} slot ${slot} row ${row}: ${what}`);
      const type = tokens.type[row];
      const lot = tokens.lotSize[row] ?? 1;
      const tick = type === FUT ? futureTick : optionTick;
      for (const field of [LTP, OPEN, HIGH, LOW, BID, ASK]) {
        if (at(field) !== ABSENT && at(field) % tick !== 0) fault(`field ${field}: ${at(field)} is off the grid`);
      }
      if (type === EQ) {
        for (const field of [OI, VOL, VWAP, BID, ASK, BID_QTY, ASK_QTY]) {
          if (at(field) !== ABSENT) fault(`the spot has field ${field}`);
        }
      } else {
        if (at(OI) < 0 || at(OI) % lot !== 0) fault(`open interest ${at(OI)}`);
        if (at(VOL) < 0 || at(VOL) % lot !== 0) fault(`volume ${at(VOL)}`);
        for (const field of [BID_QTY, ASK_QTY]) {
          if (at(field) !== ABSENT && (at(field) < lot || at(field) % lot !== 0)) fault(`size ${at(field)}`);
        }
        if (at(VOL) > 0 !== (at(OPEN) !== ABSENT)) fault("volume without a trade");
        if (at(VOL) > 0 && (at(VWAP) < at(LOW) || at(VWAP) > at(HIGH))) fault(`vwap ${at(VWAP)}`);
        if (slot > 0 && at(VOL) < at(VOL, slot - 1)) fault("volume goes back");
      }
      if (at(BID) !== ABSENT && at(ASK) !== ABSENT && at(BID) >= at(ASK)) fault(`bid ${at(BID)} ask ${at(ASK)}`);
      if (at(OPEN) !== ABSENT) {
        if (at(LTP) > at(HIGH) || at(LTP) < at(LOW)) fault("last outside the day's range");
        if (slot > 0 && at(OPEN, slot - 1) !== ABSENT) {
          if (at(OPEN) !== at(OPEN, slot - 1)) fault("the open moved");
          if (at(HIGH) < at(HIGH, slot - 1) || at(LOW) > at(LOW, slot - 1)) fault("the range shrank");
        }
      }
    }
  }
  return faults.slice(0, 5);
}

/** Quotes at which money is free: a farther call bid above a nearer call's ask. */
function freeMoney(room: RoomDay, slot: number): number {
  const { tokens, minutes } = room;
  const at = (field: number, row: number) => minutes.columns[field]?.[slot * minutes.stride + row] ?? ABSENT;
  let found = 0;
  for (let row = 2; row + 2 < tokens.length; row += 2) {
    if (tokens.type[row] !== CE) continue;
    if (at(ASK, row) !== ABSENT && at(BID, row + 2) > at(ASK, row)) found++;
  }
  return found;
}

describe("every minute of a simulated room", { timeout: 120_000 }, () => {
  const rooms: readonly (readonly [number, string, string])[] = [
    [7, "2026-11-20", "NIFTY-11/23/2026"],
    [1, "2026-08-18", "NIFTY-8/18/2026"],
    [2, "2026-07-28", "NIFTY-7/28/2026"],
    [3, "2026-11-20", "NIFTY-12/28/2027"],
    [4, "2026-11-20", "BANKNIFTY-12/29/2026"],
    [5, "2026-11-26", "SENSEX-11/26/2026"],
    [6, "2026-11-20", "MIDCPNIFTY-1/25/2027"],
    [7, "2026-11-20", "USDINR-11/20/2026"],
    [8, "2026-11-20", "USDINR-12/29/2026"],
    [9, "2026-11-08", "NIFTY-11/9/2026"],
    [7, "2026-11-20", "RELIANCE-11/23/2026"],
    [8, "2026-11-05", "IDEA-11/23/2026"],
    [9, "2026-07-28", "RELIANCE-7/28/2026"],
    [10, "2026-11-20", "RELIANCE-1/25/2027"],
  ];

  for (const [seed, date, name] of rooms) {
    it(`${name} on ${date}, seed ${seed}: grid, lots, quotes, volume and ranges`, () => {
      const room = roomOf(seed, date, name);
      expect(faultsOf(room)).toEqual([]);
      let found = 0;
      // Every minute: of a session of an hour, each tenth would be too few to tell a share of 0.2 %.
      for (let slot = 5; slot < room.minutes.slots; slot++) found += freeMoney(room, slot);
      // Quotes of two strikes are not of the same instant, so a few cross while the market moves.
      expect(found / (room.minutes.slots - 5) / (room.tokens.length / 2)).toBeLessThan(0.002);
    });
  }

  it("USDINR stands still after 12:30 on its last day", () => {
    const room = roomOf(7, "2026-11-20", "USDINR-11/20/2026");
    const { columns, stride } = room.minutes;
    const noon = 750 - room.open;
    for (let row = 1; row < room.tokens.length; row++) {
      const volume = (slot: number) => columns[VOL]?.[slot * stride + row];
      expect(volume(room.minutes.slots - 1)).toBe(volume(noon));
    }
  });

  it("the spot stands still in the closing auction, while forwards move", () => {
    const room = roomOf(7, "2026-11-20", "NIFTY-11/23/2026");
    const { columns, stride } = room.minutes;
    const prices = (row: number) =>
      Array.from({ length: 15 }, (_, i) => columns[LTP]?.[(915 - room.open + i) * stride + row]);
    expect(new Set(prices(0)).size).toBe(1);
    expect(new Set(prices(1)).size).toBeGreaterThan(8);
    const before = roomOf(7, "2026-07-27", "NIFTY-7/28/2026");
    const free = Array.from({ length: 15 }, (_, i) => before.minutes.columns[LTP]?.[(360 + i) * before.minutes.stride]);
    expect(new Set(free).size).toBeGreaterThan(8);
  });
});
