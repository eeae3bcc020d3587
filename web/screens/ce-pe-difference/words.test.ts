import { expect, it } from "vitest";
import { totalFormats, totalText } from "./words.ts";

it("rupees have the decimals of the symbol's prices; what is in lakh or crore has two", () => {
  const texts = (divisor: number, decimals: 2 | 4) => {
    const { total, signed } = totalFormats(divisor, decimals);
    return [total.text(-0.4575), signed.text(0.4575), totalText(-0.4575, divisor, decimals)];
  };
  expect(texts(1, 2)).toEqual(["−0.46", "+0.46", "−0.46"]);
  expect(texts(1, 4)).toEqual(["−0.4575", "+0.4575", "−0.4575"]);
  expect(totalFormats(1e7, 4).total.text(-136_900_000)).toBe("−13.69");
  expect(totalText(-136_900_000, 1e7, 4)).toBe("−13.69 Cr");
});
