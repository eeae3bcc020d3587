import { expect, it } from "vitest";
import { reasonText } from "./reason.ts";

it("names the condition, and what its fields are now", () => {
  expect(reasonText("LTP > Vwap", { LTP: 101.2, Vwap: 101.35 })).toBe("LTP > Vwap no longer: LTP 101.20, Vwap 101.35");
  expect(reasonText("Volume > 0.5 * Prev Vol", { Volume: 120_000, "Prev Vol": null })).toBe(
    "Volume > 0.5 * Prev Vol no longer: Volume 1,20,000, Prev Vol -",
  );
  expect(reasonText("LTP < 83.5", { LTP: 83.5025 })).toBe("LTP < 83.5 no longer: LTP 83.5025");
  expect(reasonText("", {})).toBe("no price now");
});
