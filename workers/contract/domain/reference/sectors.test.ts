import { describe, expect, it } from "vitest";
import { STOCK_FACTS } from "../../../../server/feeds/simulated/stocks/stock-facts.ts";
import { SECTOR_LISTS, sectorOf } from "./sectors.ts";
import { TOP_WEIGHTAGE } from "./weightage.ts";

const lists = Object.entries({ ...SECTOR_LISTS, ...TOP_WEIGHTAGE });

describe("sectors", () => {
  it("are the fifteen of the board, in its order", () => {
    expect(Object.keys(SECTOR_LISTS)).toEqual([
      ...["BANK", "AUTO", "PHARMA", "REALTY"],
      ...["INFRASTRUCTURE", "PSU BANK", "METAL"],
      ...["FINANCIAL SERVICES", "ENERGY", "FMCG"],
      ...["PRIVATE BANK", "CONSUMPTION"],
      ...["COMMODITIES", "MEDIA", "IT"],
    ]);
  });

  it.each(lists)("%s: each stock once, each with a sector", (_, stocks) => {
    expect(new Set(stocks).size).toBe(stocks.length);
    for (const stock of stocks) expect([stock, sectorOf(stock)]).not.toContain(undefined);
  });

  it("know the sectors that have no list of their own, and no sector of an index", () => {
    expect(["SRF", "APOLLOHOSP", "ONGC", "BHARTIARTL"].map(sectorOf)).toEqual([
      "CHEMICALS",
      "HEALTHCARE",
      "OIL & GAS",
      "TELECOM",
    ]);
    expect(["NIFTY", "USDINR", "NOBODY", "constructor"].map(sectorOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("know every stock that the simulated exchange trades, and list none but those and the media's", () => {
    const traded = STOCK_FACTS.map(({ symbol }) => symbol);
    expect(traded.filter((symbol) => sectorOf(symbol) === undefined)).toEqual([]);
    const listed = new Set(lists.flatMap(([, stocks]) => stocks));
    expect([...listed].filter((symbol) => !traded.includes(symbol))).toEqual([...SECTOR_LISTS.MEDIA]);
  });

  it("top weightage is ten stocks each", () => {
    for (const stocks of Object.values(TOP_WEIGHTAGE)) expect(stocks).toHaveLength(10);
  });
});
