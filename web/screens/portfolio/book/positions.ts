/** What of the book counts on a day: its strategies that have not expired, as positions, and which of their legs live. */
import { type Atom, atom } from "jotai";
import type { FrozenDay } from "#contract/domain/clock.ts";
import { type InstrumentName, parseExpiry, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import type { LegContract, StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { heldLots, termsOf } from "#contract/domain/strategy/position.ts";
import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { liveListAtom, shownDayAtom } from "../../../state/clock/day.ts";
import { historyDaysAtom, historyProblemAtom, settlementDay, sourceOf } from "../../../state/clock/history.ts";
import { futuresOf } from "../../../state/market/currency-futures.ts";
import { exchangeClockAtom, universeAtom } from "../../../state/market/market.ts";
import type { Universe } from "../../../state/market/universe.ts";
import type { Positions } from "../snapshot.ts";
import { bookAtom, type HeldStrategy, isKnown, knownExpiries, portfolioNameAtom } from "./book.ts";

/** Those of the chosen portfolio that have not expired. */
const strategiesBy = (universe: Atom<Universe | undefined>) =>
  atom((get): readonly HeldStrategy[] => {
    const known = knownExpiries(get(universe));
    const name = get(portfolioNameAtom);
    const { strategies, loaded } = get(bookAtom);
    // One that was moved there is not all of it: sums of it alone would hit the stop of the whole.
    if (!loaded.has(name)) return [];
    return strategies.filter(({ portfolio, expiry }) => portfolio === name && isKnown(known, expiry));
  });
/** On the day that the board looks at. */
export const shownAtom = strategiesBy(universeAtom);
/** On the live market: what stops and targets watch. */
export const liveStrategiesAtom = strategiesBy(liveListAtom);

const liveSourceAtom = atom((get) => get(exchangeClockAtom)?.time.source);
/** Of the board's day: with the names that it lists, and the days on which legs of a passed expiry were settled. */
const positionsBy = (
  strategies: Atom<readonly HeldStrategy[]>,
  universe: Atom<Universe | undefined>,
  shown: Atom<FrozenDay | undefined>,
) => {
  const revisionOf = countLists();
  return atom((get): Positions => {
    const listed = get(universe);
    const days = get(historyDaysAtom) ?? [];
    const source = sourceOf(get(shown), get(liveSourceAtom));
    const onDay = (leg: LegPosition, symbol: string): LegPosition => {
      const expiry = parseExpiry(leg.expiry);
      const settledOn = isPast(expiry, listed?.date) ? settlementDay(days, expiry, source, symbol) : undefined;
      return { ...leg, name: nameOfLeg(symbol, leg, listed), ...(settledOn && { settledOn }) };
    };
    const positions = get(strategies).map((one) => {
      const { name, legs } = positionOf(one);
      return { name, legs: legs.map((leg) => onDay(leg, one.symbol)) };
    });
    const list = [get(bookAtom).revision, ...get(strategies).map(({ id }) => id)].join(" ");
    return { revision: revisionOf(list), strategies: positions };
  });
};
export const positionsAtom = positionsBy(shownAtom, universeAtom, shownDayAtom);
export const livePositionsAtom = positionsBy(
  liveStrategiesAtom,
  liveListAtom,
  atom(() => undefined),
);

/** Another number for each other list: prices of one would make profits of another one's legs. */
function countLists(): (list: string) => number {
  let [last, count] = ["", 0];
  return (list) => {
    if (list !== last) [last, count] = [list, count + 1];
    return count;
  };
}

const isPast = (expiry: IsoDate, date: IsoDate | undefined): boolean => date !== undefined && expiry < date;

/** Whether a broker takes orders of a leg: what has expired is settled. */
export const isLivingAtom = atom((get) => {
  const date = get(liveListAtom)?.date;
  return ({ expiry }: StrategyLeg): boolean => !isPast(parseExpiry(expiry), date);
});
/** Whether there is something of a leg to close. */
export const isOpenAtom = atom((get) => {
  const isLiving = get(isLivingAtom);
  return (leg: StrategyLeg): boolean => !leg.isClosed && isLiving(leg);
});

/** The list of days is on its way: that a leg's day is not in it says nothing yet. */
export const awaitsDaysAtom = atom((get) => !get(historyDaysAtom) && get(historyProblemAtom) === "");
const lacksDay = ({ strategies }: Positions, date: IsoDate | undefined): boolean =>
  strategies.some(({ legs }) => legs.some((leg) => !leg.settledOn && isPast(parseExpiry(leg.expiry), date)));
/** A leg has expired whose day is not in the list of days. */
export const lacksDaysAtom = atom(
  (get) =>
    lacksDay(get(livePositionsAtom), get(liveListAtom)?.date) || lacksDay(get(positionsAtom), get(universeAtom)?.date),
);

/** @param universe whose day's contracts it is one of: a currency has several futures in one month */
export const nameOfLeg = (
  symbol: string,
  { expiry, strike, type }: LegContract,
  universe: Universe | undefined,
): InstrumentName => listedName(symbol, parseExpiry(expiry), strike, type, futuresOf(universe, symbol));

export const positionOf = ({ name, symbol, legs }: HeldStrategy) => ({
  name,
  legs: legs.map((leg): LegPosition => {
    const { expiry, strike, type, ltp, realised } = leg;
    return {
      expiry,
      strike,
      type,
      name: nameOfLeg(symbol, leg, undefined),
      room: roomName(symbol, parseExpiry(expiry)),
      lots: heldLots(leg),
      average: ltp,
      unitsPerLot: termsOf(leg, underlyingOf(symbol)).unitsPerLot,
      realised,
    };
  }),
});
