/**
 * What a broker is to the product. One adapter a protocol implements it (kite/, ...), and nothing outside an adapter knows
 * how its broker speaks. Writes never throw: what became of them is one of four answers, and the default is "unknown".
 *
 *     const sent = await port.place(session, order, tag);
 *     if (sent.kind === "unknown") …   // never sent again: the order book tells
 */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { BookGtt, GttOrder, GttTerms } from "#contract/domain/orders/gtt.ts";
import type {
  BasketMargin,
  BookOrder,
  ChildOrder,
  Conversion,
  FundLine,
  Holdings,
  OrderChange,
  OrderType,
  Position,
  Product,
  Trade,
} from "#contract/domain/orders/order.ts";
import type { EpochMs, IsoDate } from "#contract/domain/units.ts";

/** Why a broker said no, as far as its words tell. */
export type RefusalCode =
  | "margin"
  | "price-band"
  | "tick"
  | "quantity"
  | "product"
  | "order-type"
  | "instrument"
  | "closed"
  | "rate"
  | "address"
  | "session"
  | "not-open"
  | "other";

/** What became of a write. */
export type Sent<Value> =
  | { readonly kind: "done"; readonly value: Value }
  /** The broker said no: nothing was done. @property message its words, fit to be shown. */
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string }
  /** No byte left: nothing was done. */
  | { readonly kind: "not-sent"; readonly why: string }
  /** It may have been done. Everything that an adapter cannot classify is this. */
  | { readonly kind: "unknown"; readonly why: string };

/**
 * Waits for the turn of a write, which begins right after it. Asked again, it waits only where that turn has passed.
 * @throws where the write may not go: an adapter lets that through
 */
export type Start = () => Promise<void>;

/** Ours on every order: 'S' and 13 of A to Z and 2 to 7, which every broker's field takes. */
export type Tag = string;
/** The broker's. */
export type OrderId = string;

export interface BrokerFacts {
  /** 'zerodha': the row of the broker in the contract's list. */
  readonly id: string;
  /** No order leaves this installation. Shown wherever its figures stand. */
  readonly isPractice: boolean;
  /**
   * The book is known to give tags back, so that an order is found by its tag. Where it is not, orders are found by what they look
   * like, and of two that look alike the second waits until the first is confirmed; an exit, until it is answered.
   */
  readonly echoesTag: boolean;
  /** Its book may have an order under another number than the broker answered with. */
  readonly renumbers?: boolean;
  /** Characters that an order's tag may have. */
  readonly maxTag: number;
  readonly orderTypes: readonly OrderType[];
  readonly products: readonly Product[];
  /** What becomes of a market order: 'protected' ones go as limits, so far from the last price. */
  readonly marketOrders: { readonly kind: "taken" } | { readonly kind: "protected"; readonly percent: number };
  readonly limits: {
    /** Starts of writes in any second, per client and exchange; the rules allow 10 at most. */
    readonly perSecond: number;
    readonly perMinute?: number;
    readonly perHalfHour?: number;
    readonly perHour?: number;
    readonly perDay?: number;
    /** Changes of one order. */
    readonly modifies?: number;
  };
  /** Minute of the Indian day at which sessions end. */
  readonly sessionEnds: number;
  /** How long after it was sent an order may still appear in the book. */
  readonly latestMs: number;
  /**
   * Its books are stamped by the clock of an exchange of our own, which says nothing about when something was sent. All that rests
   * with it was placed here, and its list has what was placed over the user's other practice brokers, too.
   */
  readonly hasExchangeTime?: boolean;
  /** The broker takes orders only from an address that was registered with it. */
  readonly needsFixedAddress: boolean;
}

/** A user's connection to a broker. Its secrets stay in the vault and in adapters: never log it, never send it. */
export interface BrokerSession {
  readonly broker: string;
  /** Whose rate limits its writes count against: the app key at the broker. */
  readonly client: string;
  /** The user's id at the broker. */
  readonly userId: string;
  readonly name: string;
  readonly endsAt: EpochMs;
  /** What the adapter needs to speak for the user: tokens, keys. */
  readonly secrets: Readonly<Record<string, string>>;
  /** By which address of this machine all that is asked for the user leaves; any, unless told. No adapter looks at it. */
  readonly egress?: string | undefined;
  /** A page asks, and asks again: where a broker counts calls, some are left to orders and to what they are decided by. */
  readonly forPage?: boolean | undefined;
}

/** One try of a user to connect, from our page to the broker's and back. */
export interface Attempt {
  /** Of the product. */
  readonly accountId: string;
  /** Unguessable; the cookie of the browser that began it has it. */
  readonly id: string;
  readonly broker: string;
  /** Where the broker sends the browser back to: '{origin}/api/v1/broker/{id}'. */
  readonly redirect: string;
  /** What the user typed into our page, in the order of the broker's fields; empty where there are none. */
  readonly credentials: readonly string[];
  /** As of the session that comes of it. */
  readonly egress?: string | undefined;
}

/** What the browser came back with: one code, or several values in the order that the specification gives. */
export type AuthToken = string | readonly string[];

/** A read that failed, or a login. @property message is fit to be shown. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
  /** session: it is over, and the user has to connect again. away: no usable answer. refused: the broker said no. */
  readonly kind: "session" | "away" | "refused";

  constructor(kind: BrokerError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A contract as the broker lists it. */
export interface InstrumentRow {
  readonly contract: ContractKey;
  /** The broker's name of it, as its orders carry it. */
  readonly symbol: string;
  /** The broker's number of it; '' where it has none. */
  readonly token: string;
  readonly lot: number;
  readonly tick: number;
}

/** The broker's socket said that something changed; what, the book tells. */
export type OrderEvent = { readonly type: "order"; readonly id: OrderId } | { readonly type: "changed" };

/** What one that rests at the broker is changed to. */
export interface GttChange extends GttTerms {
  /** Rupees, now. */
  readonly lastPrice: number;
}

/** Orders that rest at the broker until a price is reached. No broker takes a tag for them: they are known by their looks. */
export interface GttPort {
  place(session: BrokerSession, gtt: GttOrder): Promise<Sent<string>>;
  /** @param gtt with as many legs as the change has. */
  modify(session: BrokerSession, gtt: BookGtt, change: GttChange): Promise<Sent<void>>;
  delete(session: BrokerSession, gtt: BookGtt): Promise<Sent<void>>;
  /** Those that are over, too, as long as the broker shows them. */
  list(session: BrokerSession): Promise<readonly BookGtt[]>;
}

/** Reads throw a BrokerError; writes answer what became of them. */
export interface BrokerPort {
  readonly facts: BrokerFacts;
  /** @returns the address of the provider's login page; undefined where our own page was enough. */
  begin(attempt: Attempt): Promise<string | undefined>;
  /** @throws BrokerError whose message is the reason. */
  connect(token: AuthToken, attempt: Attempt): Promise<BrokerSession>;
  /** Tells the broker; a broker that is away is no reason to fail. */
  end(session: BrokerSession): Promise<void>;
  instruments(day: IsoDate, session?: BrokerSession): AsyncIterable<InstrumentRow>;
  /** Reads the day's list of instruments where that was not done yet, so that the first order does not wait for it. */
  prepare(session: BrokerSession, contract?: ContractKey): Promise<void>;
  /** Writes that ask the broker something first: they wait for their turn themselves, after that. Others are called at their turn. */
  readonly readsFirst?: readonly ("place" | "modify" | "cancel" | "convert")[];
  place(session: BrokerSession, order: ChildOrder, tag: Tag, start?: Start): Promise<Sent<OrderId>>;
  modify(session: BrokerSession, order: BookOrder, change: OrderChange, start?: Start): Promise<Sent<void>>;
  cancel(session: BrokerSession, order: BookOrder, start?: Start): Promise<Sent<void>>;
  orders(session: BrokerSession): Promise<readonly BookOrder[]>;
  trades(session: BrokerSession): Promise<readonly Trade[]>;
  positions(session: BrokerSession): Promise<readonly Position[]>;
  holdings(session: BrokerSession): Promise<Holdings>;
  funds(session: BrokerSession): Promise<readonly FundLine[]>;
  /** Missing where the broker has no such call. */
  convert?(session: BrokerSession, conversion: Conversion, start?: Start): Promise<Sent<void>>;
  /** Missing where the broker keeps none, or where nobody knows how it does. Its rules are in the broker's row (`gtt`). */
  readonly gtt?: GttPort;
  margin?(session: BrokerSession, basket: readonly ChildOrder[]): Promise<BasketMargin>;
  /** Ends with the signal; an adapter reconnects by itself. */
  events?(session: BrokerSession, signal: AbortSignal): AsyncIterable<OrderEvent>;
}
