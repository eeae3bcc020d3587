/**
 * How the day of a room ends whose trades are not counted beforehand: the same last price, volume and open interest as a
 * run of all its minutes. Volume is a sum and the rest is known at the last trade, so it goes from the close to the open,
 * prices one trade a contract, and draws no quote: several times faster than a run.
 *
 * Hot: runs every minute of the day before at a start.
 */
import { EQ, FUT } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { MinutePlan } from "./minute-plan.ts";
import type { RoomModel } from "./room-model.ts";
import { RoomPrices } from "./room-prices.ts";
import { drawnLots, tradeBits } from "./room-run.ts";

export interface DayTally {
  /** Scaled, by row: what was paid last, the theoretical close of what never traded. */
  readonly close: Int32Array;
  /** Units by row; ABSENT for the spot. */
  readonly oi: Float64Array;
  readonly vol: Float64Array;
}

export function tallyOf(model: RoomModel): DayTally {
  const { table, session, lastMinute, futureLastMinute, closing } = model;
  const rows = table.length;
  const close = new Int32Array(rows);
  const oi = new Float64Array(rows);
  const vol = new Float64Array(rows);
  const plan = new MinutePlan(model);
  const prices = new RoomPrices(model, plan);
  for (let slot = session.points - 1; slot >= 0; slot--) {
    plan.makeTrades(slot);
    if (slot === session.points - 1) {
      for (let row = 0; row < rows; row++) {
        if (table.type[row] === EQ) {
          close[row] = plan.spot(59);
          continue;
        }
        plan.price(row);
        close[row] = prices.theoretical(row);
      }
    }
    for (let row = 0; row < rows; row++) if (table.type[row] !== EQ) tallyMinute(row, slot);
  }
  for (let row = 0; row < rows; row++) {
    const isSpot = table.type[row] === EQ;
    if (isSpot) vol[row] = ABSENT;
    // The closing minute publishes what the day ends with, if there is one: an expiry may be over before a late session.
    const last = table.type[row] === FUT ? futureLastMinute : lastMinute;
    oi[row] = isSpot ? ABSENT : (last >= session.open ? closing[row] : table.prevOi[row])!;
  }
  return { close, oi, vol };

  function tallyMinute(row: number, slot: number): void {
    const low = plan.tradeLow[row]!;
    const high = plan.tradeHigh[row]!;
    if ((low | high) === 0) return;
    const key = model.keys[row]!;
    const mean = plan.lots[row]!;
    if (vol[row] === 0) {
      const last = high !== 0 ? 61 - Math.clz32(high) : 31 - Math.clz32(low);
      plan.price(row);
      close[row] = prices.trade(row, last, tradeBits(key, slot, last));
    }
    let lots = 0;
    for (let rest = low; rest !== 0; rest &= rest - 1)
      lots += drawnLots(mean, tradeBits(key, slot, 31 - Math.clz32(rest & -rest)));
    for (let rest = high; rest !== 0; rest &= rest - 1)
      lots += drawnLots(mean, tradeBits(key, slot, 61 - Math.clz32(rest & -rest)));
    vol[row] = vol[row]! + lots * table.lotSize[row]!;
  }
}
