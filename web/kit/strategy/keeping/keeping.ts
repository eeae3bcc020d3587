/** How a strategy is named and listed. Pure. */
import { expiryKey, expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { RefusedCall } from "../../../state/api.ts";
import type { KeptStrategy } from "../../../state/saved/kept-strategy.ts";
import type { ListedStrategy } from "../../../state/saved/strategies.ts";

/** The last expiry among the open legs: as long as it is listed, something of the strategy lives. */
export function lastExpiry(legs: readonly StrategyLeg[]): string | undefined {
  const open = legs.filter(({ isClosed }) => !isClosed);
  const [last] = (open.length > 0 ? open : legs)
    .map(({ expiry }) => parseExpiry(expiry))
    .sort()
    .reverse();
  return last && expiryKey(last);
}

/** '{name} - NIFTY ( Aug-18 ) - Exp - 8:25:2026' */
export const fullName = (name: string, symbol: string, date: IsoDate, expiry: string): string =>
  `${name.trim()} - ${symbol} ( ${expiryLabel(date).replace(" ", "-")} ) - Exp - ${expiry}`;

interface Keeping {
  readonly name: string;
  readonly symbol: string;
  readonly date: IsoDate;
  /** 'M:D:YYYY' */
  readonly expiry: string;
  readonly legs: readonly StrategyLeg[];
  /** Rupees. */
  readonly spot: number;
  /** What the broker made of the orders that were sent from here. */
  readonly responses?: OrderResponses;
}

/** The saved form. */
export const kept = ({
  name,
  symbol,
  date,
  expiry,
  legs,
  spot,
  responses = {},
}: Keeping): KeptStrategy & Record<string, unknown> => ({
  name,
  symbolName: symbol,
  expiry,
  date,
  strategy: legs,
  spot,
  responseForPlacedOrder: Object.fromEntries(Object.entries(responses).map(([id, { s }]) => [id, s])),
});

export interface ListFlags {
  /** Undefined where the market does not list the symbol. */
  readonly isExpired: boolean | undefined;
  /** It was saved on a later day than the board looks at. */
  readonly createdAfter: boolean;
}

export const flagsOf = (
  { symbolName, expiry, date }: Pick<ListedStrategy, "symbolName" | "expiry" | "date">,
  expiriesOf: (symbol: string) => readonly IsoDate[] | undefined,
  today: string | undefined,
): ListFlags => ({
  isExpired: isExpiredAmong(expiry, expiriesOf(symbolName)),
  createdAfter: today !== undefined && date > today,
});

function isExpiredAmong(expiry: string, listed: readonly IsoDate[] | undefined): boolean | undefined {
  if (listed === undefined) return undefined;
  return !listed.some((one) => expiryKey(one) === expiry);
}

/** What the list says beside a name. */
export function listLabel({ name, date, expiry }: ListedStrategy, { isExpired, createdAfter }: ListFlags): string {
  if (isExpired === undefined) return `${name} - No data available`;
  if (createdAfter || !isExpired) return `${name} - Created on ${date}`;
  return `${name} - Expired on ${expiry}`;
}

const ELSEWHERE: Readonly<Record<number, string>> = {
  404: "This strategy was deleted elsewhere. Save it under a new name",
  412: "This strategy was changed elsewhere. Load it again, or save under a new name",
};

/** Why the server would not save. */
export const refusal = ({ status, message }: RefusedCall): string =>
  ELSEWHERE[status] ?? (message || String(status || ""));
