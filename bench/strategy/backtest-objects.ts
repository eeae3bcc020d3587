/** A back-test as it is written first: a day is a list of minutes, a minute has an object for each contract. */
import { LTP, MISSING_MINUTE, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { CE } from "#contract/domain/instruments.ts";
import { type BacktestLeg, type BacktestPlan, toPaisa } from "#contract/domain/strategy/backtest.ts";
import { type ChargedOrder, chargesOf } from "#contract/domain/strategy/charges.ts";

interface Contract {
  readonly strike: number;
  readonly type: "CE" | "PE";
  /** Rupees; 0 where it has not traded. */
  readonly price: number;
}

interface MinuteObjects {
  readonly minute: number;
  readonly contracts: ReadonlyMap<string, Contract>;
}

export interface DayObjects {
  readonly day: RoomDay;
  readonly minutes: readonly MinuteObjects[];
}

export function dayObjects(day: RoomDay): DayObjects {
  const { tokens, minutes, priceScale, open } = day;
  const cell = (field: number, slot: number, row: number): number =>
    minutes.columns[field]![slot * minutes.stride + row]!;
  const rows = Array.from({ length: tokens.length }, (_, row) => row);
  return {
    day,
    minutes: [...minutes.state.keys()]
      .filter((slot) => minutes.state[slot] !== MISSING_MINUTE)
      .map((slot) => ({
        minute: open + slot,
        contracts: new Map(
          rows.map((row) => {
            const strike = tokens.strike[row]! / priceScale;
            const type = tokens.type[row] === CE ? "CE" : "PE";
            const price = cell(VOL, slot, row) > 0 ? cell(LTP, slot, row) / priceScale : 0;
            return [`${strike}${type}`, { strike, type, price }] as const;
          }),
        ),
      })),
  };
}

interface Running {
  readonly leg: BacktestLeg;
  readonly key: string;
  readonly first: number;
  last: number;
  entry: number;
  won: number;
  state: "open" | "out" | "done";
}

/** @returns rupees after charges. Legs by premium, without re-entries and slippage; one lot each. */
export function tryPlan({ day, minutes }: DayObjects, plan: BacktestPlan, units: number): number {
  const begin = minutes.findIndex(({ minute }) => minute >= plan.entry);
  const orders: ChargedOrder[] = [];
  const trade = (one: Running, isEntry: boolean): number => {
    const side = isEntry === (one.leg.side === "buy") ? "buy" : "sell";
    orders.push({ type: one.leg.type, side, quantity: units, price: one.last });
    return one.last;
  };
  const legs = plan.legs.map((leg): Running => {
    if (leg.strike.by !== "premium") throw new Error("legs by premium only");
    const { premium } = leg.strike;
    const priced = [...minutes[begin]!.contracts.values()].filter(({ type, price }) => type === leg.type && price > 0);
    const [best] = priced.sort(
      (a, b) => Math.abs(a.price - premium) - Math.abs(b.price - premium) || a.strike - b.strike,
    );
    const { price, strike } = best!;
    return { leg, key: `${strike}${leg.type}`, first: price, last: price, entry: 0, won: 0, state: "open" };
  });
  for (const one of legs) one.entry = trade(one, true);
  const gain = ({ leg, entry }: Running, price: number): number => (leg.side === "buy" ? price - entry : entry - price);
  const close = (one: Running, state: Running["state"]): void => {
    one.won += gain(one, trade(one, false)) * units;
    one.state = state;
  };
  const closeAll = (): void => {
    for (const one of legs) if (one.state === "open") close(one, "done");
  };
  let isOver = false;
  for (const { minute, contracts } of minutes.slice(begin + 1)) {
    if (minute >= plan.exit) {
      for (const one of legs) one.last = contracts.get(one.key)?.price || one.last;
      closeAll();
      isOver = true;
      break;
    }
    for (const one of legs) {
      const price = contracts.get(one.key)?.price ?? 0;
      if (price === 0 || one.state !== "open") continue;
      one.last = price;
      if (one.leg.stop !== null && gain(one, price) * 100 <= -one.leg.stop * one.entry) close(one, "done");
      else if (one.leg.target !== null && gain(one, price) * 100 >= one.leg.target * one.entry) close(one, "done");
    }
    const total = legs.reduce(
      (sum, one) => sum + one.won + (one.state === "open" ? gain(one, one.last) * units : 0),
      0,
    );
    const isHit = (plan.stop !== null && total <= plan.stop) || (plan.target !== null && total >= plan.target);
    if (!isHit && legs.some(({ state }) => state === "open")) continue;
    closeAll();
    isOver = true;
    break;
  }
  if (!isOver) closeAll();
  const gross = legs.reduce((sum, { won }) => sum + won, 0);
  const terms = { exchange: day.exchange, isCurrency: false, date: day.date };
  const charges = plan.brokerage === null ? 0 : chargesOf(orders, { ...terms, brokerage: plan.brokerage }).total;
  return toPaisa(gross - charges);
}
