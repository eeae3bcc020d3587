/**
 * The strategies of the account's portfolios, as they were loaded and as they are now. They belong to no pane: stops go on
 * while another screen is looked at, and what is not saved stays when another portfolio is chosen.
 */
import { atom } from "jotai";
import { expiryKey } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { PORTFOLIO_SYMBOLS } from "#contract/domain/strategy/portfolio.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { liveListAtom } from "../../../state/clock/day.ts";
import { universeAtom } from "../../../state/market/market.ts";
import type { Universe } from "../../../state/market/universe.ts";
import { isUpToDate, type KeptRevision } from "../../../state/saved/kept-revision.ts";
import { legsOf } from "../../../state/saved/kept-strategy.ts";
import {
  loadPortfolioAtom,
  type PortfolioStrategy,
  StaleStrategies,
  savePortfolioAtom,
} from "../../../state/saved/portfolio.ts";
import { LockedError } from "../../../state/saved/private/privacy.ts";
import { storedTextAtom } from "../../../state/saved/storage.ts";
import {
  type ListedStrategy,
  type LoadedStrategy,
  listStrategiesAtom,
  strategyNewsAtom,
} from "../../../state/saved/strategies.ts";
import { tradedText, withTrades } from "./trades.ts";

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
  /** Of the saved legs. */
  readonly keptRevision: KeptRevision;
  /** Changed here and elsewhere: it cannot be saved. 'dropped': the user takes what is kept, with the next load. */
  readonly stale?: "found" | "dropped";
}

/** Rupees, of all its legs. */
export const realisedOf = ({ legs }: HeldStrategy): number => legs.reduce((sum, { realised }) => sum + realised, 0);

export interface Book {
  /** Grows with each load that brings something else: a leg that is closed stays a leg. */
  readonly revision: number;
  /** In the order of the list: the newest first. */
  readonly strategies: readonly HeldStrategy[];
  /** Names of those that cannot be read. */
  readonly damaged: readonly string[];
  /** Portfolios of which all that the list had was here when it was loaded last: of another one there may be what was moved to it, alone. */
  readonly loaded: ReadonlySet<string>;
}

const FIRST_PORTFOLIO = "My Portfolio";
export const portfolioNameAtom = storedTextAtom("selectedPortfolio", FIRST_PORTFOLIO);

/** What the account keeps, as it was loaded last; undefined before that. */
export const listAtom = atom<readonly ListedStrategy[] | undefined>(undefined);
export const bookAtom = atom<Book>({ revision: 0, strategies: [], damaged: [], loaded: new Set<string>() });
/** A load under way, and how the last one ended. */
export const phaseAtom = atom<"new" | "loading" | "ready" | "locked" | "failed">("new");
/** How the last load ended that did; undefined where it brought the strategies. */
export const troubleAtom = atom<"locked" | "failed" | undefined>(undefined);
/** What was asked for last; undefined where it could not be had. */
const askedAtom = atom<string | undefined>(undefined);
export const damagedAtom = atom((get) => get(bookAtom).damaged);

/** The names of all portfolios; the chosen one is among them, though nothing is in it. */
export const portfolioNamesAtom = atom((get): readonly string[] => {
  const names = (get(listAtom) ?? []).map(({ portfolio }) => portfolio);
  return [...new Set([...names, get(portfolioNameAtom)])].sort((a, b) => a.localeCompare(b));
});

/** Expiries of the portfolio's underlyings: a strategy whose own is not among them has expired. */
export function knownExpiries(universe: Universe | undefined): ReadonlySet<string> {
  const bySymbol = Object.values(universe?.expiries ?? {});
  return new Set(
    bySymbol.flatMap((listed) => PORTFOLIO_SYMBOLS.flatMap((symbol) => (listed[symbol] ?? []).map(expiryKey))),
  );
}
export const isKnown = (known: ReadonlySet<string>, expiry: string): boolean => known.has(expiry.replaceAll("/", ":"));
/** Of the day that the board looks at and of the live market, as text: with others, other strategies are loaded. */
export const expiriesAtom = atom((get) =>
  [...knownExpiries(get(universeAtom)), ...knownExpiries(get(liveListAtom))].join(" "),
);
/** What there is to load: the chosen portfolio with these expiries, after the last save of this browser. */
const wantedAtom = atom((get) => `${get(strategyNewsAtom)} ${get(portfolioNameAtom)} ${get(expiriesAtom)}`);

/** Whether the chosen portfolio keeps anything, expired or not. */
export const isBareAtom = atom(
  (get) => !(get(listAtom) ?? []).some(({ portfolio }) => portfolio === get(portfolioNameAtom)),
);
let loads = 0;
/** Loads the list and the chosen portfolio. What is not saved yet stays as it is here. */
export const loadBookAtom = atom(null, async (get, set): Promise<void> => {
  const load = ++loads;
  const name = get(portfolioNameAtom);
  set(phaseAtom, "loading");
  set(askedAtom, get(wantedAtom));
  try {
    const listed = await set(listStrategiesAtom);
    const known = new Set(get(expiriesAtom).split(" "));
    // What is to be saved stays, of whichever portfolio: its expiry may have passed meanwhile, or it was moved elsewhere.
    const pending = new Set(get(unsavedAtom).map(({ id }) => id));
    const wanted = listed.filter(
      ({ id, portfolio, expiry }) => pending.has(id) || (portfolio === name && isKnown(known, expiry)),
    );
    const loaded = await set(
      loadPortfolioAtom,
      wanted.map(({ id }) => id),
    );
    if (load !== loads) return; // a newer one is under way
    const places = new Map(listed.map(({ id, portfolio }, at) => [id, { portfolio, at }]));
    const living = listed.filter(({ expiry }) => isKnown(known, expiry));
    const unsaved = get(unsavedAtom);
    const gone = unsaved.filter(({ id }) => !places.has(id));
    const moved = unsaved.map((one) => placed(one, places)).filter((one, at) => one !== unsaved[at]);
    const dropped = get(bookAtom).strategies.filter(({ stale }) => stale === "dropped");
    set(listAtom, listed);
    set(bookAtom, (before) => merged(before, places, name, loaded, living));
    set(phaseAtom, "ready");
    set(troubleAtom, undefined);
    warnOf(
      "Deleted meanwhile, with what was not saved here:",
      gone.map((one) => one.name),
    );
    warnOf(
      "Moved",
      moved.map((one) => `to ${one.portfolio}: ${one.name}`),
    );
    if (dropped.length > 0) void set(keepTradesAtom, dropped);
  } catch (error) {
    console.warn("the portfolio is not loaded:", error);
    if (load !== loads) return;
    const trouble = error instanceof LockedError ? "locked" : "failed";
    set(phaseAtom, trouble);
    set(troubleAtom, trouble);
    if (trouble === "failed") set(askedAtom, undefined);
  }
});

function warnOf(what: string, which: readonly string[]): void {
  const message = `${what} ${which.join(", ")}.`;
  if (which.length > 0) toasts.show({ message, type: "warning", autoClose: false });
}

/** Loads what is not loaded yet, or could not be, or is kept otherwise since then. */
export const freshenBookAtom = atom(null, async (get, set): Promise<void> => {
  if (get(askedAtom) !== get(wantedAtom)) await set(loadBookAtom);
});

/** Where each is that is kept, and its place in the list. */
type Places = ReadonlyMap<string, { readonly portfolio: string; readonly at: number }>;

/** In the portfolio that it is kept in; the same object where that is so already, or it is not kept any more. */
function placed(one: HeldStrategy, places: Places): HeldStrategy {
  const { portfolio = one.portfolio } = places.get(one.id) ?? {};
  return portfolio === one.portfolio ? one : { ...one, portfolio };
}

function merged(
  before: Book,
  places: Places,
  name: string,
  loaded: readonly LoadedStrategy<PortfolioStrategy>[],
  living: readonly ListedStrategy[],
): Book {
  const held = new Map(before.strategies.map((one) => [one.id, one]));
  const damaged: string[] = [];
  const fresh = loaded.flatMap(({ kept, keptRevision }): HeldStrategy[] => {
    const mine = held.get(kept._id);
    const isDropped = mine?.stale === "dropped";
    if (mine && !isDropped) {
      if (isUpToDate(mine.keptRevision, keptRevision)) return [mine];
      if (isChanged(mine)) return [{ ...mine, stale: "found" }];
    }
    try {
      const savedLegs = legsOf(kept);
      const { _id: id, symbolName: symbol, expiry } = kept;
      const legs = isDropped ? withTrades(savedLegs, mine) : savedLegs;
      return [{ id, portfolio: name, name: kept.name, symbol, expiry, legs, savedLegs, kept, keptRevision }];
    } catch (error) {
      console.warn(`${kept.name} cannot be read:`, error);
      damaged.push(kept.name);
      return [];
    }
  });
  const ids = new Set(loaded.map(({ kept }) => kept._id)); // one may have come from another portfolio
  // What was not asked for: of another portfolio, or changed here while the load was under way.
  const others = before.strategies.filter(
    (one) => places.has(one.id) && !ids.has(one.id) && (one.portfolio !== name || isChanged(one)),
  );
  const order = ({ id }: HeldStrategy): number => places.get(id)?.at ?? 0;
  const strategies = [...fresh, ...others].map((one) => placed(one, places)).sort((a, b) => order(a) - order(b));
  const isSame = strategies.length === held.size && strategies.every((one, at) => one === before.strategies[at]);
  // Another one may have become more since it was loaded.
  const here = new Set(strategies.map(({ id }) => id));
  const whole = new Set(before.loaded);
  for (const { id, portfolio } of living) if (!here.has(id)) whole.delete(portfolio);
  return { revision: before.revision + (isSame ? 0 : 1), strategies, damaged, loaded: whole.add(name) };
}

const isChanged = ({ legs, savedLegs }: HeldStrategy): boolean => legs !== savedLegs;

/** Strategies of all portfolios that are to be saved. */
const unsavedAtom = atom((get) => get(bookAtom).strategies.filter(isChanged));
export const hasUnsavedAtom = atom((get) => get(unsavedAtom).length > 0);

/** Those of the chosen portfolio. */
export const pendingAtom = atom((get) => {
  const name = get(portfolioNameAtom);
  return get(unsavedAtom).filter(({ portfolio }) => portfolio === name);
});

/** Those of them that were changed elsewhere, too. */
export const staleAtom = atom((get) => get(pendingAtom).filter(({ stale }) => stale === "found"));

/** Takes what is kept in place of what was changed here. What the broker has of it stays. */
export const takeKeptAtom = atom(null, async (get, set): Promise<void> => {
  const stale = get(staleAtom);
  set(bookAtom, (book) => ({
    ...book,
    strategies: book.strategies.map((one) => (stale.includes(one) ? { ...one, stale: "dropped" } : one)),
  }));
  await set(loadBookAtom);
});

export interface LegEdit {
  /** The strategies it is about. */
  readonly ids: readonly string[];
  /** One of their legs; absent: all of them. */
  readonly legId?: string;
  readonly edit: (leg: StrategyLeg, strategy: HeldStrategy) => StrategyLeg;
}

export const editAtom = atom(null, (get, set, { ids, legId, edit }: LegEdit): void => {
  const before = get(bookAtom).strategies;
  const after = before.map((one) => (ids.includes(one.id) ? edited(one, legId, edit) : one));
  set(bookAtom, (book) => ({ ...book, strategies: after }));
  const traded = after.filter(({ legs }, at) => tradedText(legs) !== tradedText(before[at]?.legs ?? []));
  if (traded.length > 0) void set(keepTradesAtom, traded);
  // What was changed elsewhere can be taken now: nothing of it is to be saved here any more.
  if (after.some((one, at) => one !== before[at] && one.stale === "found" && !isChanged(one))) void set(loadBookAtom);
});

function edited(one: HeldStrategy, legId: string | undefined, edit: LegEdit["edit"]): HeldStrategy {
  const legs = one.legs.map((leg) => (legId === undefined || leg.id === legId ? edit(leg, one) : leg));
  if (legs.every((leg, at) => leg === one.legs[at])) return one;
  // Closed and taken back again: there is nothing to save.
  return { ...one, legs: JSON.stringify(legs) === JSON.stringify(one.savedLegs) ? one.savedLegs : legs };
}

let saving: Promise<unknown> = Promise.resolve();
/** Saves what is changed of those that are wanted, after what is being saved. @throws as `saveAllAtom` */
const saveAtom = atom(null, async (_get, set, isWanted: (one: HeldStrategy) => boolean): Promise<void> => {
  const save = saving.then(() => set(saveNowAtom, isWanted));
  saving = save.catch(() => undefined);
  await save;
});

const saveNowAtom = atom(null, async (get, set, isWanted: (one: HeldStrategy) => boolean): Promise<void> => {
  const pending = get(bookAtom).strategies.filter((one) => isChanged(one) && isWanted(one));
  if (pending.length === 0) return;
  const change = (edit: (one: HeldStrategy) => HeldStrategy): void =>
    set(bookAtom, (book) => ({ ...book, strategies: book.strategies.map(edit) }));
  try {
    const names = new Set(
      await set(
        savePortfolioAtom,
        pending.map(({ kept, legs, keptRevision }) => ({ kept: { ...kept, strategy: legs }, keptRevision })),
      ),
    );
    const saved = new Map(pending.filter(({ name }) => names.has(name)).map(({ id, legs }) => [id, legs]));
    change((one) => {
      const savedLegs = saved.get(one.id);
      const { stale: _, ...rest } = one;
      return savedLegs ? { ...rest, savedLegs } : one;
    });
    if (saved.size < pending.length) throw new Error(`${pending.length - saved.size} were not taken`);
  } catch (error) {
    if (error instanceof StaleStrategies)
      change((one) => (error.ids.includes(one.id) ? { ...one, stale: "found" } : one));
    throw error;
  }
});

/** Saves what is pending. @throws as `savePortfolioAtom`; Error where one was not taken */
export const saveAllAtom = atom(null, (get, set): Promise<void> => {
  const name = get(portfolioNameAtom);
  return set(saveAtom, ({ portfolio }) => portfolio === name);
});

/** A strategy is kept as it was traded: what the broker has closed must not be open on the next page. */
const keepTradesAtom = atom(null, async (_get, set, traded: readonly HeldStrategy[]): Promise<void> => {
  try {
    await set(saveAtom, ({ id }) => traded.some((one) => one.id === id));
  } catch (error) {
    console.warn("what was traded is not saved:", error);
    const button = error instanceof StaleStrategies ? "Reload" : "Save All";
    const message = `What was traded is not saved yet: press ${button} in the portfolio.`;
    toasts.show({ message, type: "error", autoClose: false });
  }
});
