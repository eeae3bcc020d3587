import { describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { makeLiveDay } from "./__fixtures__/live-day.ts";
import { makeMarket } from "./__fixtures__/market.ts";
import { makeRoom } from "./__fixtures__/room.ts";
import { createChainReader } from "./chain.ts";
import { slotMoment } from "./reference/moment.ts";

const chain = () =>
  makeLiveDay(
    makeRoom({
      spot: { ltp: 24_010 },
      strikes: [24_000, 24_050, 24_100].map((strike) => ({ strike, ce: { ltp: 100 }, pe: { ltp: 90 } })),
    }),
  );
const SPOT = 0;

describe("a chain opened", () => {
  it("is undefined before its first figures", () => {
    const { input } = chain();
    expect(createChainReader().open(input(0, "history"))).toBeUndefined();
    const nothing = { ...input(0), market: makeMarket() };
    expect(createChainReader().open(nothing)).toBeUndefined();
  });

  it("live: the minute in progress is its tail, until that minute is closed", () => {
    const live = chain();
    const reader = createChainReader();
    live.close(0, 4);
    const at = reader.open(live.input(5));
    expect([at?.closed, at?.tail, at?.minute, at?.atm]).toEqual([5, 5, 560, 0]);
    live.close(5);
    expect([reader.open(live.input(5))?.closed, reader.open(live.input(5))?.tail]).toEqual([6, -1]);
  });

  it("after the close there is no tail", () => {
    const live = chain();
    const last = live.day.minutes.slots - 1;
    live.close(0, last);
    expect(createChainReader().open(live.input(last + 5))?.tail).toBe(-1);
  });

  it("off live it knows the minutes up to the clock, and in a hole stands on the one before", () => {
    const live = chain();
    live.close(0, 2);
    const at = createChainReader().open(live.input(6, "replay"));
    expect([at?.closed, at?.tail, at?.minute]).toEqual([3, -1, 557]);
  });

  it("in a hole of its expiry's day has the time that was left at the minute of its prices", () => {
    const strikes = [24_000, 24_050].map((strike) => ({ strike, ce: { ltp: 100 }, pe: { ltp: 90 } }));
    const live = makeLiveDay(makeRoom({ date: "2026-08-25", spot: { ltp: 24_010 }, strikes }));
    const yearsAt = (slot: number) => createChainReader().open(live.input(slot, "history"))?.years;
    const last = live.day.minutes.slots - 1;
    live.close(0, last - 5);
    expect(yearsAt(last - 5)).toBeCloseTo(5 / (365 * 1440), 15);
    expect(yearsAt(last)).toBe(yearsAt(last - 5));
  });

  it("in forward mode stands on a future of its own month only: a farther chain holds a nearer one", () => {
    const strikes = [24_000, 24_050, 24_100].map((strike) => ({ strike, ce: { ltp: 100 }, pe: { ltp: 90 } }));
    const live = makeLiveDay(makeRoom({ spot: { ltp: 24_010 }, future: { ltp: 24_020 }, strikes }));
    const input = live.input(1);
    const basisOf = (listed: readonly string[]) => {
      const pane = { ...input.pane, futureExpiries: listed.map(isoDate), pricing: { forward: true, untraded: true } };
      return createChainReader().open({ ...input, pane })?.pricing.basis;
    };
    expect(basisOf([input.pane.expiry])).toBe("future");
    expect(basisOf(["2026-07-28"])).toBe("forward");
    expect(basisOf([])).toBe("future");
  });

  it("in forward mode asks of the room's own expiry, whichever the pane shows", () => {
    const strikes = [24_000, 24_050, 24_100].map((strike) => ({ strike, ce: { ltp: 100 }, pe: { ltp: 90 } }));
    const [weekly, monthly] = [isoDate("2026-08-18"), isoDate("2026-08-25")];
    const opened = (expiry: string, shown: typeof weekly) => {
      const live = makeLiveDay(
        makeRoom({ expiry, date: "2026-08-12", spot: { ltp: 24_010 }, future: { ltp: 24_020 }, strikes }),
      );
      const input = live.input(1);
      const pricing = { forward: true, untraded: true };
      const listed = { expiries: [weekly, monthly], futureExpiries: [monthly] };
      return createChainReader().open(
        { ...input, pane: { ...input.pane, ...listed, expiry: shown, pricing } },
        live.day.room,
      );
    };
    expect(opened(monthly, weekly)).toMatchObject({ futureIsOfExpiry: true, pricing: { basis: "future" } });
    expect(opened(weekly, monthly)).toMatchObject({ futureIsOfExpiry: false, pricing: { basis: "forward" } });
  });

  it("moves to another moment with the spot and ATM of it", () => {
    const live = chain();
    const reader = createChainReader();
    live.close(0);
    live.set(LTP, SPOT, 2_409_000);
    const now = reader.open(live.input(1));
    expect(now?.atm).toBe(2);
    const before = now && reader.moveTo(now, slotMoment(live.day, 0), minute(555));
    expect([before?.atm, before?.minute]).toEqual([0, 555]);
  });

  it("builds its table anew with the structure only", () => {
    const live = chain();
    const reader = createChainReader();
    const first = reader.open(live.input(0))?.table;
    live.close(0);
    expect(reader.open(live.input(1))?.table).toBe(first);
    live.reload();
    expect(reader.open(live.input(1))?.table).not.toBe(first);
  });
});
