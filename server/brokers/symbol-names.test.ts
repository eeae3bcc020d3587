import { expect, test } from "vitest";
import type { ContractKey } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { type NamedBroker, symbolName } from "./symbol-names.ts";

const WEEKLY: ContractKey = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2024-10-03"),
  strike: 25_500,
  type: "CE",
};
const MONTHLY: ContractKey = { ...WEEKLY, expiry: isoDate("2024-10-31"), type: "PE" };
const FUTURE: ContractKey = { ...MONTHLY, strike: 0, type: "FUT" };

test.each<[NamedBroker, string, string, string]>([
  ["fyers", "NSE:NIFTY24O0325500CE", "NSE:NIFTY24OCT25500PE", "NSE:NIFTY24OCTFUT"],
  ["shoonya", "NFO:NIFTY03OCT24C25500", "NFO:NIFTY31OCT24P25500", "NFO:NIFTY31OCT24F"],
  ["upstox", "NSE_FO:NIFTY 25500 CE 03 OCT 24", "NSE_FO:NIFTY 25500 PE 31 OCT 24", "NSE_FO:NIFTY FUT 31 OCT 24"],
  ["dhan", "NSE_FNO:NIFTY-Oct2024-25500-CE", "NSE_FNO:NIFTY-Oct2024-25500-PE", "NSE_FNO:NIFTY-Oct2024-FUT"],
  ["aliceblue", "NFO:NIFTY03OCT24C25500", "NFO:NIFTY31OCT24P25500", "NFO:NIFTY31OCT24F"],
  ["angelone", "NFO:NIFTY03OCT2425500CE", "NFO:NIFTY31OCT2425500PE", "NFO:NIFTY31OCT24FUT"],
  [
    "fivepaisa",
    "NSEFO:NIFTY 03 Oct 2024 CE 25500.00",
    "NSEFO:NIFTY 31 Oct 2024 PE 25500.00",
    "NSEFO:NIFTY 31 Oct 2024",
  ],
  ["iifl", "NSEFO:NIFTY24O0325500CE", "NSEFO:NIFTY24OCT25500PE", "NSEFO:NIFTY24OCTFUT"],
  ["jainam", "NSEFO:NIFTY24O0325500CE", "NSEFO:NIFTY24OCT25500PE", "NSEFO:NIFTY24OCTFUT"],
  ["zerodha", "NFO:NIFTY24O0325500CE", "NFO:NIFTY24OCT25500PE", "NFO:NIFTY24OCTFUT"],
  ["flattrade", "NFO:NIFTY03OCT24C25500", "NFO:NIFTY31OCT24P25500", "NFO:NIFTY31OCT24F"],
])("%s: weekly, monthly, future", (broker, weekly, monthly, future) => {
  expect(symbolName(broker, WEEKLY, false)).toBe(weekly);
  expect(symbolName(broker, MONTHLY, true)).toBe(monthly);
  expect(symbolName(broker, FUTURE, true)).toBe(future);
});

const DOLLAR: ContractKey = { ...FUTURE, underlying: "USDINR", expiry: isoDate("2024-10-11") };

test.each<[NamedBroker, string, string]>([
  ["fyers", "NSE:USDINR24O11FUT", "NSE:USDINR24OCTFUT"],
  ["zerodha", "CDS:USDINR24O11FUT", "CDS:USDINR24OCTFUT"],
  ["iifl", "NSECD:USDINR24O11FUT", "NSECD:USDINR24OCTFUT"],
  ["jainam", "NSECD:USDINR24O11FUT", "NSECD:USDINR24OCTFUT"],
  ["shoonya", "CDS:USDINR11OCT24F", "CDS:USDINR29OCT24F"],
  ["upstox", "NCD_FO:USDINR FUT 11 OCT 24", "NCD_FO:USDINR FUT 29 OCT 24"],
  ["angelone", "CDS:USDINR11OCT24FUT", "CDS:USDINR29OCT24FUT"],
  ["fivepaisa", "NSECD:USDINR 11 Oct 2024", "NSECD:USDINR 29 Oct 2024"],
])("%s: a weekly future beside that of its month", (broker, weekly, monthly) => {
  expect(symbolName(broker, DOLLAR, false)).toBe(weekly);
  expect(symbolName(broker, { ...DOLLAR, expiry: isoDate("2024-10-29") }, true)).toBe(monthly);
});

test("months of one figure, an expiry that a holiday moved, BSE, currency", () => {
  expect(symbolName("zerodha", { ...WEEKLY, expiry: isoDate("2026-03-02") }, false)).toBe("NFO:NIFTY2630225500CE");
  expect(symbolName("fyers", { ...WEEKLY, expiry: isoDate("2026-11-23") }, false)).toBe("NSE:NIFTY26N2325500CE");
  const sensex = { ...MONTHLY, exchange: "BSE", underlying: "SENSEX", strike: 84_000 } as const;
  expect(symbolName("shoonya", sensex, true)).toBe("BFO:SENSEX31OCT24P84000");
  const dollar = { ...MONTHLY, underlying: "USDINR", strike: 84.25 };
  expect(symbolName("zerodha", dollar, true)).toBe("CDS:USDINR24OCT84.25PE");
  expect(symbolName("upstox", dollar, true)).toBe("NCD_FO:USDINR 84.25 PE 31 OCT 24");
});
