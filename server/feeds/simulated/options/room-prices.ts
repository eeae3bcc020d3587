/**
 * What a room's contracts are worth and trade at in the seconds of a planned minute.
 *
 * Hot: runs for every trade and quote.
 */
import { FUT } from "#contract/domain/instruments.ts";
import type { MinutePlan } from "./minute-plan.ts";
import { black76 } from "./pricing.ts";
import type { RoomModel } from "./room-model.ts";
import { lastDayTail, smile } from "./surface.ts";

/** Whole rupees are liked above these prices, rupees, by so many prints in 256: 17 % of prints, and 30 %. */
const DEAR = 100;
const DEAR_ODDS = 0x28;
const VERY_DEAR = 500;
const VERY_DEAR_ODDS = 0x50;

export class RoomPrices {
  readonly #model: RoomModel;
  readonly #plan: MinutePlan;

  constructor(model: RoomModel, plan: MinutePlan) {
    this.#model = model;
    this.#plan = plan;
  }

  /** Fair value in rupees of an option or the future. */
  #fair(row: number, s: number): number {
    const plan = this.#plan;
    const { surface, strikes, isCall, table } = this.#model;
    if (table.type[row] === FUT) return plan.future[s]!;
    const forward = plan.forward[s]!;
    const sd = plan.deviation[s]!;
    const strike = strikes[row]!;
    const x = sd > 0 ? Math.log(strike / forward) / sd : 0;
    const iv = smile(plan.slope, plan.curvature, surface.twist, x) * plan.stray[row]!;
    return black76(isCall[row] === 1, forward, strike, sd * iv) + lastDayTail(plan.tail, x);
  }

  /** Fair value in ticks with the contract's own error, which wanders from minute to minute. */
  centre(row: number, s: number): number {
    const plan = this.#plan;
    const error = plan.error[row]! + ((plan.nextError[row]! - plan.error[row]!) * s) / 60;
    const scaled = this.#fair(row, s) * this.#model.listing.underlying.priceScale;
    const centre = scaled / this.#model.ticks[row]! + error * plan.errorTicks[row]!;
    return centre > 0 ? centre : 0;
  }

  /**
   * The scaled price of a trade: on or inside the quote of that instant, near a value that jitters around the fair one.
   * The quote on the screen may be older; so a last price is often outside it.
   */
  trade(row: number, s: number, bits: number): number {
    const tick = this.#model.ticks[row]!;
    const width = this.#plan.width[row]!;
    const ticks = width > 1 ? Math.round(width) : 1;
    const centre = this.centre(row, s);
    const bid = Math.max(Math.floor(centre - ticks / 2 + 0.5), 1);
    const ask = bid + ticks;
    const wish = Math.round(centre + ((bits & 0xff) / 255 - 0.5) * (ticks > 1 ? 1.1 * ticks : 0.8));
    const price = (wish < bid ? bid : wish > ask ? ask : wish) * tick;
    const rupee = this.#model.listing.underlying.priceScale;
    const odds = price > VERY_DEAR * rupee ? VERY_DEAR_ODDS : price > DEAR * rupee ? DEAR_ODDS : 0;
    if (((bits >>> 9) & 0xff) >= odds) return price;
    const whole = Math.round(price / rupee) * rupee;
    return Math.abs(whole - price) <= Math.max(width * 0.6, 3) * tick ? whole : price;
  }

  /** The exchange's theoretical close of a contract that has not traded: its fair value on the grid, scaled. */
  theoretical(row: number): number {
    const tick = this.#model.ticks[row]!;
    const fair = this.#fair(row, 0) * this.#model.listing.underlying.priceScale;
    return Math.max(1, Math.round(fair / tick)) * tick;
  }
}
