/** Rooms for tests of figures at the close: options worth what Black-Scholes says at one volatility. */

import { COMPLETE, LTP, type RoomDay } from "#contract/domain/columns.ts";
import { CE, EQ, FUT, underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { minute } from "#contract/domain/units.ts";
import { optionPrice } from "#market/strategy/black76.ts";
import { fakeRoom } from "./fake-feed.ts";

/** Strikes 910..1090 around a spot of 1000; only the last minute is filled. `vol` is a fraction. */
export function pricedRoom(symbol: string, expiry: IsoDate, date: IsoDate, vol: number, slotsBeforeEnd = 0): RoomDay {
  const room = fakeRoom(symbol, expiry, 18, date);
  const slot = room.minutes.slots - 1 - slotsBeforeEnd;
  const { rate, segment, kind } = underlyingOf(symbol);
  const years = yearsToExpiry(segment, expiry, date, minute(room.open + slot), "spec");
  const discount = Math.exp(-rate * years);
  const spot = 1000;
  const forward = kind === "currency" ? spot : spot / discount;
  const ltp = room.minutes.columns[LTP];
  for (let row = 0; row < room.tokens.length; row++) {
    const type = room.tokens.type[row];
    const strike = (room.tokens.strike[row] as number) / room.priceScale;
    const price =
      type === EQ
        ? spot
        : type === FUT
          ? forward
          : discount * optionPrice(type === CE ? 1 : -1, forward, strike, vol, Math.max(years, 1e-9));
    ltp[slot * room.minutes.stride + row] = Math.round(price * room.priceScale);
  }
  room.tokens.prevClose[0] = 990 * room.priceScale;
  room.minutes.state[slot] = COMPLETE;
  return room;
}
