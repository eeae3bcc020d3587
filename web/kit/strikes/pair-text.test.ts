import { expect, it } from "vitest";
import { pairText } from "./pair-text.ts";

it("a pair of one strike is that strike, one of two says which is whose", () => {
  expect(pairText(24_200, 24_200)).toBe("24,200");
  expect(pairText("atm", "atm")).toBe("ATM");
  expect(pairText(24_200, 24_300)).toBe("24,200 CE + 24,300 PE");
  expect(pairText("atm", 83.25)).toBe("ATM CE + 83.25 PE");
});
