import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { legContract, listedTerms } from "./contract-terms.ts";
import { orderName } from "./draft.ts";

const universe = {
  expiries: {
    NSE: {
      USDINR: ["2026-08-07", "2026-08-27", "2026-09-28"].map(isoDate),
      NIFTY: ["2026-08-18", "2026-08-25", "2026-08-31"].map(isoDate),
    },
  },
  freezeQty: {},
};

const nameOf = (symbol: string, expiry: string, listed: typeof universe | undefined = universe): string => {
  const leg = {
    ...{ expiry, strike: 0, type: "FUT", lotSize: 1, securityId: "11", isMonth: false, remainingDays: 3, IV: 0 },
    ...{ action: "buy", totalContracts: 1, ltp: 84, toTrade: false },
  } as unknown as Parameters<typeof legContract>[2];
  return orderName(legContract(listed, { exchange: "NSE", symbol }, leg));
};

test("a currency's future of a week is named with its day, that of the month by the month", () => {
  expect(nameOf("USDINR", "8:7:2026")).toBe("NSE:USDINR26AUG07FUT");
  expect(nameOf("USDINR", "8:27:2026")).toBe("NSE:USDINR26AUGFUT");
  expect(nameOf("USDINR", "9:28:2026")).toBe("NSE:USDINR26SEPFUT");
});

test("others have one future a month, whatever expiries their options have", () => {
  expect(nameOf("NIFTY", "8:25:2026")).toBe("NSE:NIFTY26AUGFUT");
  expect(listedTerms(universe, "NIFTY", "FUT").futures).toEqual([]);
});
