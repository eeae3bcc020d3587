/**
 * The strategies of the account's portfolios, as they were loaded and as they are now. They belong to no pane: stops go on
 * while another screen is looked at, and what is not saved stays when another portfolio is chosen.
 */
import { type Atom, atom } from "jotai";
import {
  expiryKey,
  type InstrumentName,
  instrumentName,
  parseExpiry,
  roomName,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import type { LegContract, StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { PORTFOLIO_SYMBOLS } from "#contract/domain/strategy/portfolio.ts";
import { heldLots } from "#contract/domain/strategy/position.ts";
import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import { legsOf } from "../../kit/strategy/keeping/keeping.ts";
import { termsOf } from "../../kit/strategy/legs/book.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import type { Universe } from "../../state/market/universe.ts";
import { loadPortfolioAtom, type PortfolioStrategy, savePortfolioAtom } from "../../state/saved/portfolio.ts";
import { LockedError } from "../../state/saved/private/privacy.ts";
import { storedTextAtom } from "../../state/saved/storage.ts";
import { type ListedStrategy, listStrategiesAtom } from "../../state/saved/strategies.ts";
import type { Positions } from "./snapshot.ts";

export interface HeldStrategy {
  readonly id: string;
  readonly portfolio: string;
  readonly name: string;
  readonly symbol: string;
  /** 'M:D:YYYY' */
  readonly expiry: string;
  readonly legs: readonly StrategyLeg[];
  /** As they are kept; the same object while nothing is to be saved. */
  readonly savedLegs: readonly StrategyLeg[];
  /** The kept form, with whatever else a builder put there. */
  readonly kept: PortfolioStrategy;
}

/** Rupees, of all its legs. */
export const realisedOf = ({ legs }: HeldStrategy): number => legs.reduce((sum, { realised }) => sum + realised, 0);

interface Book {
  /** Grows with each load: a leg that is closed stays a leg. */
  readonly revision: number;
  /** In the order of the list: the newest first. */
  readonly strategies: readonly HeldStrategy[];
  /** Names of those that cannot be read. */
  readonly damaged: readonly string[];
}

const FIRST_PORTFOLIO = "My Portfolio";
export const portfolioNameAtom = storedTextAtom("selectedPortfolio", FIRST_PORTFOLIO);

const listAtom = atom<readonly ListedStrategy[] | undefined>(undefined);
const bookAtom = atom<Book>({ revision: 0, strategies: [], damaged: [] });
/** A load under way, and how the last one ended. */
export const phaseAtom = atom<"new" | "loading" | "ready" | "locked" | "failed">("new");
/** The portfolio that was asked for last. */
export const askedNameAtom = atom<string | undefined>(undefined);
export const damagedAtom = atom((get) => get(bookAtom).damaged);

/** The names of all portfolios; the chosen one is among them, though nothing is in it. */
export const portfolioNamesAtom = atom((get): readonly string[] => {
  const names = (get(listAtom) ?? []).map(({ portfolio }) => portfolio);
  return [...new Set([...names, get(portfolioNameAtom)])].sort((a, b) => a.localeCompare(b));
});

/** Expiries of the portfolio's underlyings: a strategy whose own is not among them has expired. */
function knownExpiries(universe: Universe | undefined): ReadonlySet<string> {
  const bySymbol = Object.values(universe?.expiries ?? {});
  return new Set(
    bySymbol.flatMap((listed) => PORTFOLIO_SYMBOLS.flatMap((symbol) => (listed[symbol] ?? []).map(expiryKey))),
  );
}
const isKnown = (known: ReadonlySet<string>, expiry: string): boolean => known.has(expiry.replaceAll("/", ":"));

/** Those of the chosen portfolio that have not expired. */
const strategiesBy = (universe: Atom<Universe | undefined>) =>
  atom((get): readonly HeldStrategy[] => {
    const known = knownExpiries(get(universe));
    const name = get(portfolioNameAtom);
    return get(bookAtom).strategies.filter(({ portfolio, expiry }) => portfolio === name && isKnown(known, expiry));
  });
/** Whether the chosen portfolio keeps anything, expired or not. */
export const isBareAtom = atom(
  (get) => !(get(listAtom) ?? []).some(({ portfolio }) => portfolio === get(portfolioNameAtom)),
);
/** On the day that the board looks at. */
export const shownAtom = strategiesBy(universeAtom);
/** On the live market: what stops and targets watch. */
export const liveStrategiesAtom = strategiesBy(liveListAtom);

export const revisionAtom = atom((get) => get(bookAtom).revision);
const positionsBy = (strategies: Atom<readonly HeldStrategy[]>) =>
  atom((get): Positions => ({ revision: get(revisionAtom), strategies: get(strategies).map(positionOf) }));
export const positionsAtom = positionsBy(shownAtom);
export const livePositionsAtom = positionsBy(liveStrategiesAtom);

export const nameOfLeg = (symbol: string, { expiry, strike, type }: LegContract): InstrumentName =>
  instrumentName(symbol, parseExpiry(expiry), strike, type);

export const positionOf = ({ name, symbol, legs }: HeldStrategy) => ({
  name,
  legs: legs.map((leg): LegPosition => {
    const { expiry, strike, type, ltp, realised } = leg;
    return {
      expiry,
      strike,
      type,
      name: nameOfLeg(symbol, leg),
      room: roomName(symbol, parseExpiry(expiry)),
      lots: heldLots(leg),
      average: ltp,
      unitsPerLot: termsOf(leg, underlyingOf(symbol)).unitsPerLot,
      realised,
    };
  }),
});

let loads = 0;
/** Loads the list and the chosen portfolio. What is not saved yet stays as it is here. */
export const loadBookAtom = atom(null, async (get, set): Promise<void> => {
  const load = ++loads;
  const name = get(portfolioNameAtom);
  set(phaseAtom, "loading");
  set(askedNameAtom, name);
  try {
    const listed = await set(listStrategiesAtom);
    const known = [get(universeAtom), get(liveListAtom)].map(knownExpiries);
    const wanted = listed.filter(
      ({ portfolio, expiry }) => portfolio === name && known.some((expiries) => isKnown(expiries, expiry)),
    );
    const loaded = await set(
      loadPortfolioAtom,
      wanted.map(({ id }) => id),
    );
    if (load !== loads) return; // a newer one is under way
    set(listAtom, listed);
    set(bookAtom, (before) => merged(before, listed, name, loaded));
    set(phaseAtom, "ready");
  } catch (error) {
    console.warn("the portfolio is not loaded:", error);
    if (load === loads) set(phaseAtom, error instanceof LockedError ? "locked" : "failed");
  }
});

function merged(
  before: Book,
  listed: readonly ListedStrategy[],
  name: string,
  loaded: readonly PortfolioStrategy[],
): Book {
  const held = new Map(before.strategies.map((one) => [one.id, one]));
  const damaged: string[] = [];
  const fresh = loaded.flatMap((kept): HeldStrategy[] => {
    const mine = held.get(kept._id);
    if (mine && isChanged(mine)) return [mine];
    try {
      const legs = legsOf(kept);
      const { _id: id, symbolName: symbol, expiry } = kept;
      return [{ id, portfolio: name, name: kept.name, symbol, expiry, legs, savedLegs: legs, kept }];
    } catch (error) {
      console.warn(`${kept.name} cannot be read:`, error);
      damaged.push(kept.name);
      return [];
    }
  });
  const others = before.strategies.filter(({ portfolio }) => portfolio !== name);
  const order = new Map(listed.map(({ id }, at) => [id, at]));
  const strategies = [...fresh, ...others].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return { revision: before.revision + 1, strategies, damaged };
}

const isChanged = ({ legs, savedLegs }: HeldStrategy): boolean => legs !== savedLegs;

/** Strategies of the chosen portfolio that are to be saved. */
export const pendingAtom = atom((get) => {
  const name = get(portfolioNameAtom);
  return get(bookAtom).strategies.filter((one) => one.portfolio === name && isChanged(one));
});

/** Whether anything of any portfolio is to be saved. */
export const hasUnsavedAtom = atom((get) => get(bookAtom).strategies.some(isChanged));

export interface LegEdit {
  /** The strategies it is about. */
  readonly ids: readonly string[];
  /** One of their legs; absent: all of them. */
  readonly legId?: string;
  readonly edit: (leg: StrategyLeg, strategy: HeldStrategy) => StrategyLeg;
}

export const editAtom = atom(null, (_get, set, { ids, legId, edit }: LegEdit): void => {
  set(bookAtom, (book) => ({
    ...book,
    strategies: book.strategies.map((one) => (ids.includes(one.id) ? edited(one, legId, edit) : one)),
  }));
});

function edited(one: HeldStrategy, legId: string | undefined, edit: LegEdit["edit"]): HeldStrategy {
  const legs = one.legs.map((leg) => (legId === undefined || leg.id === legId ? edit(leg, one) : leg));
  if (legs.every((leg, at) => leg === one.legs[at])) return one;
  // Closed and taken back again: there is nothing to save.
  return { ...one, legs: JSON.stringify(legs) === JSON.stringify(one.savedLegs) ? one.savedLegs : legs };
}

/** Saves what is pending. @throws as `savePortfolioAtom`; Error where one was not taken */
export const saveAllAtom = atom(null, async (get, set): Promise<void> => {
  const pending = get(pendingAtom);
  const names = new Set(
    await set(
      savePortfolioAtom,
      pending.map(({ kept, legs }) => ({ ...kept, strategy: legs })),
    ),
  );
  const saved = new Map(pending.filter(({ name }) => names.has(name)).map(({ id, legs }) => [id, legs]));
  set(bookAtom, (book) => ({
    ...book,
    strategies: book.strategies.map((one) => ({ ...one, savedLegs: saved.get(one.id) ?? one.savedLegs })),
  }));
  if (saved.size < pending.length) throw new Error(`${pending.length - saved.size} were not taken`);
});
