/**
 * What will happen in a room in one minute: the market of its sixty seconds, and in which of them each contract trades
 * and is requoted.
 *
 * Hot: made for every contract every minute; what depends slowly on moneyness is refreshed every fifth.
 */
import { EQ, FUT } from "#contract/domain/instruments.ts";
import { draw, normal, roughNormal, subkey } from "../exchange/random.ts";
import type { UnderlyingFacts } from "../underlyings/facts.ts";
import { writeForward } from "../underlyings/forward.ts";
import { drawSeconds, drawTrades, type SecondMask, shareOf, sharesOf } from "./activity.ts";
import { type CountedTrades, lotsUntil } from "./counted-trades.ts";
import { black76, normalCdf } from "./pricing.ts";
import { INSIDE, REFERENCE_LEVEL, widthOf } from "./quotes.ts";
import type { RoomModel } from "./room-model.ts";
import { strikeError } from "./strike-errors.ts";
import { lastDayTail, smile, tailAt, writeDeviation } from "./surface.ts";

/** Minutes between two looks at what changes slowly: moneyness, widths, shares; and where trades are counted. */
const REFRESH = 5;
const REFRESH_COUNTED = 15;
/** Lots that change hands in a second in which a future trades, where trades are few. */
const FUTURE_LOTS_A_TRADE = 6;
/** A second's move of the market, a fraction: 2.8 bp a minute. */
const SECOND_MOVE = 2.8e-4 / Math.sqrt(60);
/** Volume is spread over at least this many standard deviations' worth of return, so that the last hour is not all ATM. */
const LEAST_DEVIATION = 0.0038;
/** Errors of a contract's value beyond its width make parity worse than it is. */
const MOST_ERROR_TICKS = 24;
/** Nor may cheap contracts stray so far that a farther strike is dearer. */
const MOST_ERROR_SHARE = 0.006;

/** Standard deviations out of the money below which round strikes count for more, but on near weeklies. */
const DEEP = -1;
/** And from which a strike is as likely to be overlooked as it ever is. */
const DEEPEST = 2;
/** Odds that a last day's quote is renewed in a second though its value stands: its size, or a tick of its small price. */
const LAST_DAY_REQUOTE = 0.3;
/** sd of the log of a minute's volume: neighbours differ by a factor of 1.7 on recorded days. */
const BURST_SD = 0.52;

const TRADE_SECONDS = 0;
const QUOTE_SECONDS = 20_000_000;
const ERRORS = 5_000_000;
const BURSTS = 6_000_000;

/** Likely move of an underlying in a second, a fraction. */
const secondMove = (facts: UnderlyingFacts, sigma: number): number =>
  SECOND_MOVE * Math.hypot(facts.beta, facts.own) * sigma;

/** Standard deviations of a strike from the forward, of which it is `log` away. */
const distance = (log: number, deviation: number): number => (deviation > 0 ? log / deviation : Math.sign(log) * 9);

export class MinutePlan {
  readonly forward = new Float64Array(60);
  readonly future = new Float64Array(60);
  /** ATM IV x sqrt(years). */
  readonly deviation = new Float64Array(60);
  /** The smile of the minute, and the height of the last day's tail. */
  slope = 0;
  curvature = 0;
  tail = 0;
  /** Factor by which a strike's IV strays from the smile, by row. */
  readonly stray: Float64Array;
  readonly tradeLow: Int32Array;
  readonly tradeHigh: Int32Array;
  readonly quoteLow: Int32Array;
  readonly quoteHigh: Int32Array;
  /** Mean lots of a second's trades; of counted trades all those of the minute. */
  readonly lots: Float64Array;
  /** Width of the quote in ticks. */
  readonly width: Float64Array;
  /** The contract's error at the start and end of the minute, standard normal, and what it is multiplied by. */
  readonly error: Float64Array;
  readonly nextError: Float64Array;
  readonly errorTicks: Float64Array;
  readonly #model: RoomModel;
  readonly #weight: Float64Array;
  readonly #requote: Float64Array;
  /** Lots up to the end of the slot, by row; of counted trades only. */
  readonly #until: Float64Array;
  readonly #mask: SecondMask = { low: 0, high: 0 };
  #slot = -2;
  #weights = 1;
  #offset = 0;
  #burst = 0;
  /** The market when it was last looked at. */
  #seen = { slot: 0, level: 0, deviation: 0, slope: 0, curvature: 0, tail: 0 };
  /** Whether the seconds of a minute of trades are made. */
  #isPriced = false;

  constructor(model: RoomModel) {
    const rows = model.table.length;
    this.#model = model;
    this.tradeLow = new Int32Array(rows);
    this.tradeHigh = new Int32Array(rows);
    this.quoteLow = new Int32Array(rows);
    this.quoteHigh = new Int32Array(rows);
    this.stray = new Float64Array(rows).fill(1);
    this.lots = new Float64Array(rows);
    this.width = new Float64Array(rows);
    this.error = new Float64Array(rows);
    this.nextError = new Float64Array(rows);
    this.errorTicks = new Float64Array(rows);
    this.#weight = new Float64Array(rows);
    this.#requote = new Float64Array(rows);
    this.#until = new Float64Array(model.counted ? rows : 0);
  }

  /** The printed spot in a second of the minute, scaled. */
  spot(s: number): number {
    return this.#model.underlyingDay.spot[this.#offset + s] ?? 0;
  }

  make(slot: number): void {
    const { session, table, counted } = this.#model;
    const minute = session.open + slot;
    this.#look(slot, true);
    this.#market(minute);
    this.#shape(minute);
    const isNext = slot === this.#slot + 1;
    this.#slot = slot;
    if (counted) this.#counted(counted, slot, isNext);
    else for (let row = 0; row < table.length; row++) this.#contract(row, minute, isNext);
  }

  /**
   * Makes the trades of a minute alone, of a room where they are not counted: seconds and lots. What a contract is priced
   * with is made where `price` asks for it.
   */
  makeTrades(slot: number): void {
    const { session, table } = this.#model;
    this.#look(slot, false);
    this.#slot = slot;
    this.#isPriced = false;
    for (let row = 0; row < table.length; row++) {
      if (table.type[row] !== EQ) this.#trades(row, session.open + slot);
    }
  }

  /** Makes what a contract is priced with in a minute of which there are only the trades. */
  price(row: number): void {
    const { session, table } = this.#model;
    const minute = session.open + this.#slot;
    if (!this.#isPriced) {
      this.#market(minute);
      this.#shape(minute);
      this.#isPriced = true;
    }
    if (table.type[row] !== FUT) this.#price(row);
    this.#errors(row, this.#slot, false);
  }

  /**
   * What is refreshed every few minutes is always that of the first of them, wherever a run begins.
   * @param isWhole whether every contract is to be priced and quoted
   */
  #look(slot: number, isWhole: boolean): void {
    const { underlyingDay, session, counted, minuteKey } = this.#model;
    const every = counted ? REFRESH_COUNTED : REFRESH;
    const refresh = slot - (slot % every);
    if (refresh !== this.#slot - (this.#slot % every) || this.#slot < 0) {
      this.#market(session.open + refresh);
      this.#shape(session.open + refresh);
      const { slope, curvature, tail } = this;
      this.#seen = { slot: refresh, level: this.forward[0]!, deviation: this.deviation[0]!, slope, curvature, tail };
      this.#refresh(isWhole);
    }
    this.#offset = (session.open + slot - underlyingDay.from) * 60;
    this.#burst = BURST_SD * normal(draw(minuteKey, slot)) - BURST_SD ** 2 / 2;
  }

  /** What everything in the room is priced with in the seconds of a minute. */
  #market(minute: number): void {
    const { underlyingDay, forward, future, hasOptions } = this.#model;
    const { from } = underlyingDay;
    writeForward(future, from, minute, this.future);
    // A surface is made when it is first looked at.
    if (!hasOptions) return;
    writeForward(forward, from, minute, this.forward);
    writeDeviation(this.#model.surface, from, minute, forward.end, this.deviation);
  }

  /** The smile and the tail of a minute whose market is made. */
  #shape(minute: number): void {
    const { underlyingDay, forward, listing, hasOptions } = this.#model;
    if (!hasOptions) return;
    const { surface } = this.#model;
    this.slope = surface.slope[minute - underlyingDay.from] ?? 0;
    this.curvature = surface.curvature[minute - underlyingDay.from] ?? 0;
    this.tail =
      listing.underlying.kind === "currency" ? 0 : tailAt(listing.days === 0, this.forward[0]!, forward.end - minute);
  }

  /** Shares of the volume by row; of a whole plan also what `#price` makes. */
  #refresh(isWhole: boolean): void {
    const { table, strikes, isCall, appeal, liquidity, listing, ticks, mostAppeal, overlooked, exposed, counted } =
      this.#model;
    const { level, deviation } = this.#seen;
    const spread = Math.max(deviation, LEAST_DEVIATION);
    const deep = liquidity.tier === "near" ? Number.NEGATIVE_INFINITY : DEEP;
    const shares = sharesOf(listing.days, liquidity.tier);
    const { inside: insideFancy, outside: outsideFancy } = liquidity.fancy;
    let weights = 0;
    for (let row = 0; row < table.length; row++) {
      if (table.type[row] === EQ) continue;
      if (table.type[row] === FUT) {
        this.#planFuture(row, this.future[0]!, ticks[row]! / listing.underlying.priceScale);
        continue;
      }
      if (isWhole) this.#price(row);
      if (counted) continue;
      const log = Math.log(strikes[row]! / level);
      const x = distance(log, deviation);
      const call = isCall[row] === 1;
      const out = call ? x : -x;
      // Deep in the money little trades but round strikes.
      const liking = out < deep ? appeal[row]! * Math.sqrt(appeal[row]! / mostAppeal) : appeal[row]!;
      const fancy =
        (out > 0 ? outsideFancy * Math.min(out, 1) : insideFancy * Math.min(-out / DEEPEST, 1)) * exposed[row]!;
      const taste = fancy > 0 ? Math.exp(fancy * overlooked[row]! - (fancy * fancy) / 2) : 1;
      const weight = shareOf(shares, (call ? log : -log) / spread) * liking * taste;
      this.#weight[row] = weight;
      weights += weight;
    }
    this.#weights = weights || 1;
  }

  /** An option's stray, width, error and eagerness of the makers, as the market was last seen. */
  #price(row: number): void {
    const { strikes, isCall, surface, liquidity, listing, ticks, underlyingDay, places, strayKey, strayShare } =
      this.#model;
    const { slot, level, deviation, slope, curvature, tail } = this.#seen;
    const { facts, underlying } = listing;
    const tick = ticks[row]! / underlying.priceScale;
    const strike = strikes[row]!;
    const x = distance(Math.log(strike / level), deviation);
    const call = isCall[row] === 1;
    const out = call ? x : -x;
    const stray = 1 + strikeError(strayShare, strayKey, places[row]!, slot, x);
    this.stray[row] = stray;
    const iv = smile(slope, curvature, surface.twist, x) * stray;
    const premium = black76(call, level, strike, deviation * iv) + lastDayTail(tail, x);
    const width = widthOf(liquidity, premium, level, out, tick);
    this.width[row] = width;
    const mostError = Math.min((MOST_ERROR_TICKS * level * 0.05) / REFERENCE_LEVEL, premium * MOST_ERROR_SHARE) / tick;
    // Only inside the money is a quote wider than at it.
    const atMoney = out < INSIDE ? widthOf(liquidity, premium, level, 0, tick) : width;
    this.errorTicks[row] = Math.min(atMoney * liquidity.error, mostError);
    const delta = normalCdf(-out);
    const move = secondMove(facts, underlyingDay.sigma) * level;
    const ratio = (delta * move) / (0.25 * width * tick);
    const renewed = listing.days === 0 && premium > tick ? LAST_DAY_REQUOTE : 0;
    this.#requote[row] = liquidity.requote * Math.max(1 - Math.exp(-1.2 * ratio), renewed);
  }

  /** A liquid future is quoted 0.3 bp wide and requoted most seconds; later ones are wider and slower. */
  #planFuture(row: number, level: number, tick: number): void {
    const { listing, underlyingDay } = this.#model;
    const move = secondMove(listing.facts, underlyingDay.sigma) * level;
    const width = Math.max(1, (level * 3e-5 * listing.facts.width * [1, 2.5, 8][listing.futureRank]!) / tick);
    this.width[row] = width;
    this.errorTicks[row] = 0;
    this.#requote[row] = 0.75 * listing.facts.requote * (1 - Math.exp(-move / (0.25 * width * tick)));
  }

  #contract(row: number, minute: number, isNext: boolean): void {
    const { table, session, lastMinute, futureLastMinute } = this.#model;
    const type = table.type[row];
    if (type === EQ) return;
    const slot = minute - session.open;
    const last = type === FUT ? futureLastMinute : lastMinute;
    this.#errors(row, slot, isNext);
    this.#trades(row, minute);
    if (minute <= last) this.#quotes(row, slot, minute === last);
    else this.quoteLow[row] = this.quoteHigh[row] = 0;
  }

  #errors(row: number, slot: number, isNext: boolean): void {
    const key = this.#model.keys[row]!;
    this.error[row] = isNext ? this.nextError[row]! : roughNormal(draw(key, ERRORS + slot));
    this.nextError[row] = roughNormal(draw(key, ERRORS + slot + 1));
  }

  /** The seconds in which a contract trades, and its lots. */
  #trades(row: number, minute: number): void {
    const { table, keys, liquidity, profile, session, lastMinute, futureLastMinute, futureLots, futureProfile } =
      this.#model;
    const isFuture = table.type[row] === FUT;
    const key = keys[row]!;
    const slot = minute - session.open;
    const tradeLots = isFuture ? FUTURE_LOTS_A_TRADE : liquidity.tradeLots;
    const last = isFuture ? futureLastMinute : lastMinute;
    const mask = this.#mask;
    if (minute > last) {
      this.tradeLow[row] = this.tradeHigh[row] = 0;
      return;
    }
    const share = isFuture
      ? futureLots * futureProfile[slot]!
      : ((liquidity.volume * this.#weight[row]!) / this.#weights) * profile[slot]! * Math.exp(this.#burst);
    const lots = share * Math.max(0.1, 0.95 + 0.3 * roughNormal(draw(key, BURSTS + slot)));
    const p = 1 - Math.exp(-lots / (60 * tradeLots));
    this.lots[row] = p > 0 ? lots / (60 * p) : 1;
    drawSeconds(p, subkey(key, TRADE_SECONDS), slot, mask);
    // The closing minute is its first second.
    this.tradeLow[row] = minute === last ? mask.low & 1 : mask.low;
    this.tradeHigh[row] = minute === last ? 0 : mask.high;
  }

  /** The contracts of a room whose trades are counted. */
  #counted(counted: CountedTrades, slot: number, isNext: boolean): void {
    const { table, keys, session, liquidity, lastMinute, futureLastMinute } = this.#model;
    const mask = this.#mask;
    const untilNow = this.#until;
    for (let row = 0; row < table.length; row++) {
      const type = table.type[row];
      if (type === EQ) continue;
      const key = keys[row]!;
      this.#errors(row, slot, isNext);
      const isFuture = type === FUT;
      const isLast = session.open + slot === (isFuture ? futureLastMinute : lastMinute);
      const until = lotsUntil(counted, row, slot);
      const lots = until - (isNext ? untilNow[row]! : lotsUntil(counted, row, slot - 1));
      untilNow[row] = until;
      this.lots[row] = lots;
      mask.low = 0;
      mask.high = 0;
      const lotsATrade = isFuture ? FUTURE_LOTS_A_TRADE : liquidity.tradeLots;
      if (lots > 0) drawTrades(Math.ceil(lots / lotsATrade), subkey(key, TRADE_SECONDS), slot, mask);
      // The closing minute is its first second.
      this.tradeLow[row] = isLast ? Math.min(lots, 1) : mask.low;
      this.tradeHigh[row] = isLast ? 0 : mask.high;
      this.#quotes(row, slot, isLast);
    }
  }

  /** The seconds in which a contract is requoted; its trades are planned. */
  #quotes(row: number, slot: number, isLast: boolean): void {
    const { table, keys, liquidity } = this.#model;
    const mask = this.#mask;
    drawSeconds(this.#requote[row]!, subkey(keys[row]!, QUOTE_SECONDS), slot, mask);
    if (liquidity.tier === "near" || table.type[row] === FUT) {
      // A trade in a liquid contract moves the quote with it.
      mask.low |= this.tradeLow[row]!;
      mask.high |= this.tradeHigh[row]!;
    }
    // Everyone quotes at the open and once more at the close.
    const always = slot === 0 || isLast ? 1 : 0;
    this.quoteLow[row] = isLast ? always : mask.low | always;
    this.quoteHigh[row] = isLast ? 0 : mask.high;
  }
}
