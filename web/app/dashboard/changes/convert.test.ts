import { describe, expect, test } from "vitest";
import { position } from "../__fixtures__/position.ts";
import { convertBody, convertProblem, isConvertible } from "./convert.ts";

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
