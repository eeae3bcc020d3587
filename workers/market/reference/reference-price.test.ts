import { describe, expect, it } from "vitest";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import { type Cell, closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { liveMoment, slotMoment } from "./moment.ts";
import { createReferencePrice, type ReferenceInput, readReferencePrice } from "./reference-price.ts";

/** Five strikes around a forward of 24,040, with one print that is off. */
const around = (forward: number) =>
  [23_900, 23_950, 24_000, 24_050, 24_100].map((strike, i) => ({
    strike,
    ce: { ltp: 200 + Math.max(forward - strike, 0) + (i === 0 ? 30 : 0) },
    pe: { ltp: 200 + Math.max(strike - forward, 0) },
  }));

const chain = (spot: Cell | undefined, future: Cell | undefined, date = "2026-08-18"): RoomDay =>
  makeRoom({ date, ...(spot ? { spot } : {}), ...(future ? { future } : {}), strikes: around(24_040) });

const read = (day: RoomDay, at: number, input: Partial<ReferenceInput> = {}, slot?: number) =>
  readReferencePrice(
    createReferencePrice(),
    day,
    buildStrikeTable(day.tokens),
    slot === undefined ? liveMoment(day) : slotMoment(day, slot),
    {
      minute: minute(at),
      years: 7 / 365,
      rate: 0.1,
      futureIsOfExpiry: true,
      ...input,
    },
  );

const SPOT = { ltp: 24_000, prevClose: 23_900 };
const FUTURE = { ltp: 24_060, prevClose: 23_950 };

describe("spot", () => {
  it("is the index while it trades", () => {
    expect(read(chain(SPOT, FUTURE), 700)).toMatchObject({
      basis: "spot",
      spot: 2_400_000,
      prevSpot: 2_390_000,
      future: 2_406_000,
      prevFuture: 2_395_000,
      underlying: 2_400_000,
      modelSpot: 2_400_000,
    });
  });

  it("falls back to the future, discounted for the model", () => {
    const spot = read(chain(undefined, FUTURE), 700);
    expect(spot).toMatchObject({ basis: "future", spot: -1, underlying: 2_406_000 });
    expect(spot.modelSpot).toBeCloseTo(2_406_000 * Math.exp(-0.1 * (7 / 365)), 6);
  });

  it("is the future of a room that has no spot at all, whatever month it is of", () => {
    expect(read(chain(undefined, FUTURE), 700, { futureIsOfExpiry: false })).toMatchObject({
      basis: "future",
      underlying: 2_406_000,
    });
  });

  it("prefers parity to a future of another month while a listed spot is missing", () => {
    expect(read(chain({ ltp: 0 }, FUTURE), 700, { futureIsOfExpiry: false })).toMatchObject({
      basis: "forward",
      underlying: 2_404_000,
    });
  });

  it("says so when there is nothing", () => {
    const spot = read(makeRoom({ strikes: [{ strike: 24_000, ce: {}, pe: {} }] }), 700);
    expect(spot.basis).toBe("none");
    expect(spot.underlying).toBeNaN();
    expect(spot.modelSpot).toBeNaN();
  });

  it("a zero spot is a missing one", () => {
    expect(read(chain({ ltp: 0 }, FUTURE), 700).basis).toBe("future");
  });
});

describe("the closing auction", () => {
  it("replaces the spot from 15:15, on days that have one", () => {
    expect(read(chain(SPOT, FUTURE), 914.9).basis).toBe("spot");
    expect(read(chain(SPOT, FUTURE), 915).basis).toBe("future");
    expect(read(chain(SPOT, undefined), 920).basis).toBe("forward");
    expect(read(chain(SPOT, FUTURE, "2026-07-31"), 920).basis).toBe("spot");
  });

  it("lasts while the spot stands still, and ends when the index prints its close", () => {
    const day = chain(SPOT, FUTURE);
    for (let slot = 361; slot < 375; slot++) closeMinute(day, slot);
    expect(read(day, 929, {}, 374).basis).toBe("future");
    day.live.columns[LTP]![0] = 2_398_860;
    closeMinute(day, 375);
    expect(read(day, 930, {}, 375)).toMatchObject({ basis: "spot", underlying: 2_398_860 });
    expect(read(day, 938).basis).toBe("spot");
  });

  it("is over at 15:35 when the minutes that would tell are missing", () => {
    expect(read(chain(SPOT, FUTURE), 936).basis).toBe("spot");
  });

  it("keeps a frozen spot rather than none", () => {
    const day = makeRoom({ spot: SPOT, strikes: [{ strike: 24_000, ce: {}, pe: {} }] });
    expect(read(day, 920)).toMatchObject({ basis: "spot", underlying: 2_400_000 });
  });
});
