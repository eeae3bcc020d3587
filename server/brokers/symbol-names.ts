/**
 * What brokers call a contract, put together from its parts. Orders go by the broker's own list of instruments; these names are
 * what the practice broker's lists are written with, and what lists are tested by.
 *
 *     symbolName("zerodha", call, false)      // 'NFO:NIFTY26N1024600CE'
 */
import { type ContractKey, MONTHS, underlyingOf } from "#contract/domain/instruments.ts";

type Segment = "nse" | "bse" | "currency";

interface SymbolTemplate {
  /** Before the name, by exchange. */
  readonly prefixes: Readonly<Record<Segment, string>>;
  /** Of options: {name}, {yy}, {yyyy}, {MON}, {Mon}, {m} (1 to 9, O, N, D), {dd}, {strike}, {strike2}, {CE}, {C}. */
  readonly monthly: string;
  /** Where it differs. */
  readonly weekly?: string;
  readonly future: string;
  /** Where it differs: of a future that is not its month's own, as USDINR has. */
  readonly weeklyFuture?: string;
}

const EXCHANGES = { nse: "NFO:", bse: "BFO:", currency: "CDS:" };
const KITE: SymbolTemplate = {
  prefixes: EXCHANGES,
  monthly: "{name}{yy}{MON}{strike}{CE}",
  weekly: "{name}{yy}{m}{dd}{strike}{CE}",
  future: "{name}{yy}{MON}FUT",
  weeklyFuture: "{name}{yy}{m}{dd}FUT",
};
const NOREN: SymbolTemplate = {
  prefixes: EXCHANGES,
  monthly: "{name}{dd}{MON}{yy}{C}{strike}",
  future: "{name}{dd}{MON}{yy}F",
};
const XTS: SymbolTemplate = { ...KITE, prefixes: { nse: "NSEFO:", bse: "BSEFO:", currency: "NSECD:" } };

/** By the id of the broker's row. */
const TEMPLATES = {
  fyers: { ...KITE, prefixes: { nse: "NSE:", bse: "BSE:", currency: "NSE:" } },
  shoonya: NOREN,
  upstox: {
    prefixes: { nse: "NSE_FO:", bse: "BSE_FO:", currency: "NCD_FO:" },
    monthly: "{name} {strike} {CE} {dd} {MON} {yy}",
    future: "{name} FUT {dd} {MON} {yy}",
  },
  dhan: {
    prefixes: { nse: "NSE_FNO:", bse: "BSE_FNO:", currency: "NSE_CURRENCY:" },
    monthly: "{name}-{Mon}{yyyy}-{strike}-{CE}",
    future: "{name}-{Mon}{yyyy}-FUT",
  },
  aliceblue: NOREN,
  angelone: {
    prefixes: EXCHANGES,
    monthly: "{name}{dd}{MON}{yy}{strike}{CE}",
    future: "{name}{dd}{MON}{yy}FUT",
  },
  fivepaisa: {
    prefixes: { nse: "NSEFO:", bse: "BSEFO:", currency: "NSECD:" },
    monthly: "{name} {dd} {Mon} {yyyy} {CE} {strike2}",
    future: "{name} {dd} {Mon} {yyyy}",
  },
  iifl: XTS,
  jainam: XTS,
  zerodha: KITE,
  flattrade: NOREN,
} as const satisfies Readonly<Record<string, SymbolTemplate>>;

export type NamedBroker = keyof typeof TEMPLATES;

/** @param isMonthly the contract expires last of its month. */
export function symbolName(broker: NamedBroker, contract: ContractKey, isMonthly: boolean): string {
  const template: SymbolTemplate = TEMPLATES[broker];
  const { underlying, expiry, strike, type } = contract;
  const [yyyy = "", mm = "", dd = ""] = expiry.split("-");
  const month = MONTHS[Number(mm) - 1] ?? "";
  const parts: Readonly<Record<string, string>> = {
    ...{ name: underlying, yyyy, yy: yyyy.slice(2), dd, Mon: month, MON: month.toUpperCase() },
    m: Number(mm) < 10 ? String(Number(mm)) : month.charAt(0),
    strike: String(strike),
    strike2: strike.toFixed(2),
    CE: type,
    C: type.charAt(0),
  };
  const { future, weeklyFuture = future, monthly, weekly = monthly } = template;
  const [own, other] = type === "FUT" ? [future, weeklyFuture] : [monthly, weekly];
  const pattern = isMonthly ? own : other;
  return template.prefixes[segmentOf(contract)] + pattern.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
}

function segmentOf({ exchange, underlying }: ContractKey): Segment {
  if (underlyingOf(underlying).kind === "currency") return "currency";
  return exchange === "BSE" ? "bse" : "nse";
}
