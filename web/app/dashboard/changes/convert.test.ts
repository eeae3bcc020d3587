import { describe, expect, test } from "vitest";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { convertBody, convertProblem, isConvertible } from "./convert.ts";

const position: PositionBody = {
  id: "p",
  symbol: "NFO:NIFTY26AUG24200CE",
  ex_sym: "NIFTY",
  securityId: "57",
  contract: null,
  lotSize: 65,
  side: 1,
  productType: "INTRADAY",
  segment: 11,
  netQty: 65,
  avgPrice: 10,
  ltp: 11,
  buyQty: 130,
  buyAvg: 10,
  sellQty: 65,
  sellAvg: 12,
  netAvg: 10,
  realized_profit: 99,
  multiplier: 1,
};

describe("a conversion", () => {
  test("takes no more than is held, to the other product", () => {
    expect(convertBody(1000, position)).toEqual({
      data: {
        symbol: "NFO:NIFTY26AUG24200CE",
        positionSide: 1,
        convertQty: 65,
        convertFrom: "INTRADAY",
        convertTo: "MARGIN",
        securityId: "57",
      },
      extras: { side: 1 },
    });
    const short = { ...position, netQty: -130, productType: "MARGIN" } as const;
    expect(convertBody(65, short)).toMatchObject({
      data: { positionSide: -1, convertQty: 65, convertFrom: "MARGIN", convertTo: "INTRADAY" },
      extras: { side: -1 },
    });
  });

  test("is of whole lots", () => {
    expect(convertProblem(65, position)).toBeUndefined();
    for (const entered of [0, 64, Number.NaN]) expect(convertProblem(entered, position)).toBeDefined();
  });

  test("is there for intraday and margin", () => {
    expect(isConvertible(position)).toBe(true);
    expect(isConvertible({ ...position, netQty: 0 })).toBe(false);
    expect(isConvertible({ ...position, productType: "BO" })).toBe(false);
  });
});
