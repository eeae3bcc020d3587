/** What an adapter is made with, whichever protocol it speaks. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { BrokerApp } from "../platform/env/brokers.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound } from "../platform/outbound.ts";
import type { AuthToken, BrokerSession, OrderEvent } from "./port.ts";

/** Text frames of a session's order socket; it ends with the signal. */
export type OrderStream = (session: BrokerSession, signal: AbortSignal) => AsyncIterable<string>;

export interface AdapterOptions {
  /** Lets requests out to every origin below; its largest answer is a list of some hundred thousand lines. */
  readonly outbound: Outbound;
  /** Where orders go, without a slash at its end. */
  readonly api: string;
  /** Where lists of instruments are, where that is elsewhere. */
  readonly lists?: string;
  /** Where orders are placed, changed and cancelled, where that is elsewhere. */
  readonly orders?: string;
  /** Where codes are exchanged for tokens, where that is elsewhere. */
  readonly tokens?: string;
  readonly isPractice: boolean;
  readonly clock: Pick<WallClock, "now">;
  readonly log?: Log;
  /** The operator's, where users have no app of their own. */
  readonly app: BrokerApp;
  /** Left out: changes are seen by asking. */
  readonly stream?: OrderStream;
  /** Whose day's list of instruments counts; the wall's, unless told. */
  readonly day?: () => IsoDate;
  /** The product's own step of a contract's prices, for brokers whose lists tell none; rupees. */
  readonly tickOf: (contract: ContractKey) => number;
}

/** What a login page led back with, where that is one code; '' where it is none. */
export const codeOf = (token: AuthToken): string => (typeof token === "string" ? token : (token[0] ?? ""));

/** What the list of the day takes of them. */
export const dailyOf = ({ day, clock, log }: Pick<AdapterOptions, "day" | "clock" | "log">) => ({
  day: (): IsoDate => day?.() ?? istDate(clock.now()),
  clock,
  log,
});

/** What an order socket's frames tell. @param eventOf undefined for a frame that tells nothing. */
export const eventsOf = (stream: OrderStream, eventOf: (frame: string) => OrderEvent | undefined) =>
  async function* events(session: BrokerSession, signal: AbortSignal): AsyncGenerator<OrderEvent> {
    for await (const frame of stream(session, signal)) {
      const event = eventOf(frame);
      if (event) yield event;
    }
  };
