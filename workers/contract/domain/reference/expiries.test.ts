import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UNDERLYINGS } from "../instruments.ts";
import { isoDate as d } from "../units.ts";
import { addDays, isBusinessDay } from "./calendar.ts";
import { isMonthly, monthlyExpiry, scheduledExpiries, scheduledFutures } from "./expiries.ts";

describe("isMonthly", () => {
  it("by the seven-day rule where no list is known", () => {
    expect(isMonthly(d("2024-01-25"))).toBe(true);
    expect(isMonthly(d("2024-01-18"))).toBe(false);
    expect(isMonthly(d("2023-12-28"))).toBe(true);
    expect(isMonthly(d("2023-12-21"))).toBe(false);
  });

  it("is the last listed of its month, also when a holiday moved it", () => {
    const listed = ["2026-11-10", "2026-11-17", "2026-11-23", "2026-12-01"].map(d);
    expect(isMonthly(d("2026-11-23"))).toBe(false); // the fallback is wrong here
    expect(isMonthly(d("2026-11-23"), listed)).toBe(true);
    expect(isMonthly(d("2026-11-17"), listed)).toBe(false);
    expect(isMonthly(d("2026-12-29"), listed)).toBe(true); // not in the list: the fallback
  });
});

describe("scheduled expiries", () => {
  it("of NIFTY on 29-Aug-2025 are the eighteen that the exchange listed", () => {
    expect(scheduledExpiries("NIFTY", d("2025-08-29"))).toEqual([
      "2025-09-02",
      "2025-09-09",
      "2025-09-16",
      "2025-09-23",
      "2025-09-30",
      "2025-10-28",
      "2025-11-25",
      "2025-12-30",
      "2026-03-30", // listed for the 31st, which became a holiday in December 2025
      "2026-06-30",
      "2026-12-29",
      "2027-06-29",
      "2027-12-28",
      "2028-06-27",
      "2028-12-26",
      "2029-06-26",
      "2029-12-24",
      "2030-06-25",
    ]);
  });

  it("of SENSEX and BANKEX on 21-Apr-2026 are those of the contract master", () => {
    expect(scheduledExpiries("SENSEX", d("2026-04-21")).slice(0, 11)).toEqual([
      "2026-04-23",
      "2026-04-30",
      "2026-05-07",
      "2026-05-14",
      "2026-05-21",
      "2026-05-27",
      "2026-06-04",
      "2026-06-25",
      "2026-09-24",
      "2026-12-31",
      "2027-03-25",
    ]);
    expect(scheduledExpiries("BANKEX", d("2026-04-21"))).toEqual(["2026-04-30", "2026-05-27", "2026-06-25"]);
  });

  it("of USDINR are Fridays and the monthly two business days before the month's last", () => {
    expect(scheduledExpiries("USDINR", d("2026-11-20"))).toEqual([
      "2026-11-20",
      "2026-11-26",
      "2026-12-04",
      "2026-12-11",
      "2026-12-18",
      "2026-12-29",
      "2027-01-27",
    ]);
    expect(monthlyExpiry("USDINR", d("2019-12-02"))).toBe("2019-12-27");
  });

  it("knew weeklies while the series had them, and the move of single days", () => {
    expect(scheduledExpiries("BANKNIFTY", d("2024-10-15")).slice(0, 4)).toEqual([
      "2024-10-16",
      "2024-10-23",
      "2024-10-30",
      "2024-11-06",
    ]);
    expect(scheduledExpiries("BANKNIFTY", d("2024-12-02"))[0]).toBe("2024-12-24");
    expect(scheduledExpiries("BANKNIFTY", d("2026-11-20"))).toEqual(["2026-11-23", "2026-12-29", "2027-01-25"]);
    expect(scheduledExpiries("NIFTY", d("2025-10-15"))[0]).toBe("2025-10-20"); // Muhurat Tuesday
    expect(scheduledExpiries("SENSEX", d("2023-01-02"))).toEqual([]);
  });

  it("lists today's expiry on the day, and not on the next", () => {
    expect(scheduledExpiries("NIFTY", d("2026-08-18"))[0]).toBe("2026-08-18");
    expect(scheduledExpiries("NIFTY", d("2026-08-19"))[0]).toBe("2026-08-25");
  });

  it("fall on business days, once, in order, through two years", () => {
    for (const { symbol, segment } of UNDERLYINGS) {
      for (let day = d("2025-06-01"); day < "2027-06-01"; day = addDays(day, 3)) {
        const expiries = scheduledExpiries(symbol, day);
        expect(expiries.length).toBeGreaterThanOrEqual(3);
        expiries.forEach((expiry, i) => {
          if (!isBusinessDay(segment, expiry)) throw new Error(`${symbol} ${day}: ${expiry} is closed`);
          if (i > 0 && expiry <= (expiries[i - 1] ?? "")) throw new Error(`${symbol} ${day}: order`);
          if (isMonthly(expiry, expiries) !== (expiry === monthlyExpiry(symbol, expiry)))
            throw new Error(`${symbol} ${day}: ${expiry} monthly?`);
        });
      }
    }
  });

  it("of futures are three monthlies", () => {
    expect(scheduledFutures("NIFTY", d("2026-11-20"))).toEqual(["2026-11-23", "2026-12-29", "2027-01-25"]);
  });
});

const observed = process.env.MARKET_DATA ? join(process.env.MARKET_DATA, "reference/expiries_observed.csv") : "";

/** Days that the exchange listed, or has moved since, against its own rule. */
const EXCEPTIONS = new Map([
  ["BANKNIFTY 2024-03-28", "listed for the last Thursday, moved to Wednesday the 27th on 1 March 2024"],
  ["NIFTY 2026-03-31", "listed in August 2025; became a holiday in December 2025, moved to the 30th"],
  ["NIFTY 2023-06-29", "Bakri Id was moved to this day in the same week; contracts expired on the 28th"],
  ["BANKNIFTY 2023-06-29", "the same"],
]);

describe.skipIf(!existsSync(observed))("expiries seen in recorded files", () => {
  it("are all scheduled, but for the known exceptions", () => {
    const missing: string[] = [];
    for (const line of readFileSync(observed, "utf8").trim().split("\n").slice(1)) {
      const [symbol = "", expiry = "", kind, seen = ""] = line.split(",");
      const stamp = /(\d{4}-\d{2}-\d{2})/.exec(seen)?.[1];
      const asOf = stamp === undefined || stamp > expiry ? addDays(d(expiry), -21) : d(stamp);
      const listed = kind === "future" ? scheduledFutures(symbol, asOf) : scheduledExpiries(symbol, asOf);
      const name = `${symbol} ${expiry}`;
      if (!listed.includes(d(expiry)) && !EXCEPTIONS.has(name)) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});
