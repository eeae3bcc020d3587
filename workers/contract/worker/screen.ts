/** What a screen declares of itself; both threads read it. One folder a screen: web/screens/<id>. */

import { isSamePricing, type PricingChoice } from "../domain/choices/pricing.ts";
import type { FrozenDay } from "../domain/clock.ts";
import type { Field } from "../domain/columns.ts";
import type { Exchange, InstrumentName, RoomName } from "../domain/instruments.ts";
import { isSameDay } from "../domain/room-key.ts";
import type { IsoDate } from "../domain/units.ts";
import type { DocumentName } from "../wire/documents.ts";

/**
 * What a pane is looking at: its letter's choice, and what the market lists for it. A screen reads it from its
 * instance and never from globals, so that it can stand alone, beside others, or twice with two symbols.
 */
export interface PaneContext {
  readonly exchange: Exchange;
  readonly symbol: string;
  /** The chosen option expiry of the symbol. */
  readonly expiry: IsoDate;
  /** The symbol's listed option expiries, nearest first. */
  readonly expiries: readonly IsoDate[];
  /** The chosen future expiry; undefined where the exchange lists no future. */
  readonly futureExpiry: IsoDate | undefined;
  /** The exchange's listed future expiries, nearest first. */
  readonly futureExpiries: readonly IsoDate[];
  /** The nearest future expiry that is not a currency's alone: what the exchange's spot room is named after. */
  readonly spotExpiry?: IsoDate | undefined;
  /** The day that the board looks at, at its close or where the replay stands; absent: the live market. */
  readonly day?: FrozenDay | undefined;
  /** The day is shown to its close, wherever the board's replay stands: it stands beside the board's own. */
  readonly isWhole?: true;
  /** How the board prices options; absent: the specification's way. */
  readonly pricing?: PricingChoice | undefined;
}

/** A room-day: its contracts, the last ticks, the minutes. */
export interface RoomNeed {
  readonly room: RoomName;
  /** Another day than the board's; it asks for a premium plan, as history does. */
  readonly day?: FrozenDay;
  /**
   * Of the minutes, only these columns are kept; the others are empty. The last ticks are whole. Where two panes of a worker
   * read one room, both find the columns of both.
   */
  readonly fields?: readonly Field[];
  /** The pane has figures without it: a room that cannot be had is `market.missing`, and the pane goes on. */
  readonly optional?: true;
}

/** Daily figures: what the server made of finished days. A pane of documents alone follows the exchange clock. */
export interface DocumentNeed {
  readonly doc: DocumentName;
  /** As of a room. */
  readonly optional?: true;
}

/**
 * Last prices of up to 1,200 contracts, wherever they are listed; no room is loaded for them. Live only. A pane of prices
 * alone follows the exchange clock.
 */
export interface PricesNeed {
  readonly prices: readonly InstrumentName[];
}

export type Need = RoomNeed | DocumentNeed | PricesNeed;

/**
 * underlying: the pane lives in the worker of its symbol. market: the pane shows the whole market and has one worker; it
 * neither moves nor starts over when its letter turns to another symbol.
 */
export type PaneHome = "underlying" | "market";

/** What a pane subscribes to. A screen is one; a part of the board that stands on no route of its own is another. */
export interface PaneDefinition<Params, Snapshot> {
  /** The folder's name. */
  readonly id: string;
  readonly defaults: Params;
  /** Snapshots a second at most while live, each with a frame of the feed; latest wins. */
  readonly rate: number;
  readonly home: PaneHome;
  /** What its figures are made of; a change in any of it makes a new snapshot. The first room's clock is the pane's. */
  needs(params: Params, pane: PaneContext): readonly Need[];
  /** It goes on while it is hidden, once a second at most: stops and the like are watched then, too. */
  runsHidden?(params: Params): boolean;
  /** The whole day is shown, wherever its clock stands: a step of a replay makes no new snapshot. */
  readonly showsWholeDay?: boolean;
  /** Only the type is there: it ties the view's snapshot to the derivation's. */
  readonly snapshot?: Snapshot;
}

/** The three menus: the first two hold the specified entries, the third what is our own. */
export type MenuGroup = "Options" | "Futures" | "Workspace";

export interface ScreenDefinition<Params, Snapshot> extends PaneDefinition<Params, Snapshot> {
  /** The pane's heading, and the first half of the page title. */
  readonly title: string;
  readonly route: `/${string}`;
  readonly access: "user" | "subscriber";
  /** Where the menu lists it; a screen without one is reached by its route only. */
  readonly menu?: { readonly group: MenuGroup; readonly label: string; readonly order: number };
  /** Its IVs and greeks are always those on the spot: in the board's forward mode the header says so. */
  readonly pricesOnSpot?: true;
  /** Nothing is drawn before the user acts: the screen says how to begin. */
  readonly beginsEmpty?: true;
  /** Its expiries read 'M:D:YYYY', as strategies are kept; else 'Mon DD'. */
  readonly expiryKeys?: true;
  /** Which of its letter's choices the header offers; absent: symbol and expiry. */
  readonly scope?: readonly PaneScope[];
}

export type PaneScope = "symbol" | "expiry" | "futureExpiry";

/** Whether both panes show the same chain, or the same market, on whatever day: figures of one may stand while the other's load. */
export function isSameSubject(home: PaneHome, a: PaneContext, b: PaneContext): boolean {
  if (a.exchange !== b.exchange || a.futureExpiry !== b.futureExpiry) return false;
  return home === "market" || (a.symbol === b.symbol && a.expiry === b.expiry);
}

/** Whether a pane would ask for the same figures: the same subject on the same day, out of the same listing. */
export const isSamePane = (a: PaneContext, b: PaneContext): boolean =>
  isSameSubject("underlying", a, b) &&
  isSameDay(a.day, b.day) &&
  isSamePricing(a.pricing, b.pricing) &&
  isSameList(a.expiries, b.expiries) &&
  isSameList(a.futureExpiries, b.futureExpiries);

const isSameList = (a: readonly IsoDate[], b: readonly IsoDate[]): boolean =>
  a === b || (a.length === b.length && a.every((one, i) => one === b[i]));

export const definePane = <Params, Snapshot>(
  pane: PaneDefinition<Params, Snapshot>,
): PaneDefinition<Params, Snapshot> => pane;

/* @__NO_SIDE_EFFECTS__ */ // a build leaves out a screen that nobody lists
export const defineScreen = <Params, Snapshot>(
  screen: ScreenDefinition<Params, Snapshot>,
): ScreenDefinition<Params, Snapshot> => screen;
