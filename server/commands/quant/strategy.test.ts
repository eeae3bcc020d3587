import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { readRecords } from "./source.ts";
import { type PayoffSettings, payoffJson, payoffLines, payoffOf, profileText } from "./strategy.ts";

const kernel = createKernel(loadQuantModule());
const SETTINGS: PayoffSettings = { model: "spot", rate: 0.1, targetDays: 0 };

const payoff = (text: string, settings: Partial<PayoffSettings> = {}) =>
  payoffOf(kernel, "legs.csv", readRecords("-", Readable.from([Buffer.from(text)])), { ...SETTINGS, ...settings });

const HEADER = "type,side,quantity,strike,entry_price,iv,T_years";
const CONDOR = [
  HEADER,
  "CE,SELL,75,24800,98.4,0.128,0.02",
  "CE,BUY,75,25000,52.4,0.126,0.02",
  "PE,SELL,75,24200,80,0.142,0.02",
  "PE,BUY,75,24000,50,0.151,0.02",
].join("\n");

describe("quant payoff", () => {
  it("by hand: a condor at its expiry", async () => {
    const { spots, onExpiry, profile } = await payoff(CONDOR, { from: 23_900, to: 25_100, step: 100 });
    const credit = (98.4 - 52.4 + 80 - 50) * 75;
    expect([...spots]).toEqual(Array.from({ length: 13 }, (_, i) => 23_900 + 100 * i));
    expect(onExpiry[0]).toBeCloseTo(credit - 200 * 75, 6);
    expect(onExpiry[6]).toBeCloseTo(credit, 6);
    expect(onExpiry[12]).toBeCloseTo(credit - 200 * 75, 6);
    expect(profile.breakEvens).toHaveLength(2);
    expect(profile.breakEvens[0]).toBeCloseTo(24_200 - 76, 6);
    expect(profile.breakEvens[1]).toBeCloseTo(24_800 + 76, 6);
    expect(profile.maxProfit).toBeCloseTo(credit, 6);
    expect(profile.maxLoss).toBeCloseTo(credit - 200 * 75, 6);
  });

  it("on the target day is the textbook's price of what is left, less what was paid", async () => {
    const text = `${HEADER}\nPE,BUY,50,24000,150,0.15,0.05\n`;
    const { onTarget } = await payoff(text, { from: 23_500, to: 24_500, step: 500, targetDays: 7 });
    for (const [i, underlying] of [23_500, 24_000, 24_500].entries()) {
      const left = {
        model: "spot",
        isCall: false,
        underlying,
        strike: 24_000,
        years: 0.05 - 7 / 365,
        rate: 0.1,
      } as const;
      expect(onTarget[i]).toBeCloseTo(50 * (plainValue(left, 0.15).price - 150), 5);
    }
  });

  it("takes futures, whose strike and IV are empty, and says what is unlimited", async () => {
    const { onExpiry, profile } = await payoff(`${HEADER}\nFUT,buy,75,,24500,,0\n`, {
      from: 24_400,
      to: 24_600,
      step: 100,
    });
    expect([...onExpiry]).toEqual([-7500, 0, 7500]);
    expect(profile.maxProfit).toBe(Number.POSITIVE_INFINITY);
    expect(profileText(profile)).toBe("on expiry: break-even 24500.00; max profit Unlimited; max loss -1837500.00\n");
  });

  it("counts days to an expiry's date as the screens do, and minutes on the day itself", async () => {
    const dated = (expiry: string) =>
      `type,side,quantity,strike,entry_price,iv,expiry\nCE,BUY,1,24500,0,0.15,${expiry}\n`;
    const range = { from: 24_500, to: 24_501, step: 1 };
    const now = { date: isoDate("2026-07-20"), at: minute(870) };
    const years = (T: number) => payoff(`${HEADER}\nCE,BUY,1,24500,0,0.15,${T}\n`, range);
    expect((await payoff(dated("2026-07-28"), { ...range, ...now })).onTarget).toEqual((await years(8 / 365)).onTarget);
    expect((await payoff(dated("2026-07-20"), { ...range, ...now })).onTarget).toEqual(
      (await years(60 / 525_600)).onTarget,
    );
    await expect(payoff(dated("2026-07-20"), range)).rejects.toThrow(
      "legs.csv: line 2: its expiry is a date: say --date",
    );
    await expect(payoff(dated("2026-07-20"), { ...range, date: now.date })).rejects.toThrow("say --at HH:MM");
    await expect(payoff(dated("20-7-26"), { ...range, ...now })).rejects.toThrow("expiry is not a date");
  });

  it("without a range shows the strikes and a tenth more", async () => {
    const { spots } = await payoff(CONDOR);
    expect(spots).toHaveLength(101);
    expect(spots[0]).toBeCloseTo(21_600, 6);
    expect(spots[100]).toBeCloseTo(27_500, 6);
  });

  it("writes a line a spot, or one object", async () => {
    const found = await payoff(CONDOR, { from: 24_000, to: 25_000, step: 500 });
    const lines = [...payoffLines(found)];
    expect(lines[0]).toBe("spot,pnl_on_expiry,pnl_on_target\n");
    expect(lines[2]).toBe(`24500,${found.onExpiry[1]},${found.onTarget[1]}\n`);
    expect(JSON.parse(payoffJson(found))).toMatchObject({
      spots: [24_000, 24_500, 25_000],
      maxProfit: found.profile.maxProfit,
    });
  });

  it.each([
    [
      "a header that lacks columns",
      "type,strike\nCE,1\n",
      "legs.csv: line 1: the header lacks side, quantity, entry_price, iv, expiry",
    ],
    ["no legs", `${HEADER}\n`, "legs.csv: there are no legs in it"],
    ["a type that is none", `${HEADER}\nXX,BUY,1,100,1,0.2,0.1\n`, 'line 2: type is CE, PE or FUT, not "XX"'],
    ["a side that is none", `${HEADER}\nCE,LONG,1,100,1,0.2,0.1\n`, 'line 2: side is BUY or SELL, not "LONG"'],
    ["a negative quantity", `${HEADER}\nCE,BUY,-1,100,1,0.2,0.1\n`, "line 2: quantity is not above 0: -1"],
    ["an option without a strike", `${HEADER}\nCE,BUY,1,,1,0.2,0.1\n`, "line 2: strike is not a number"],
  ])("refuses %s", async (_name, text, message) => {
    await expect(payoff(text)).rejects.toThrow(message);
  });

  it("refuses a range that is none", async () => {
    await expect(payoff(CONDOR, { from: 25_000, to: 24_000 })).rejects.toThrow("--from 25000 is not below --to 24000");
    await expect(payoff(CONDOR, { from: 1, to: 1e9, step: 0.01 })).rejects.toThrow("more than 1000000");
  });
});
