import { describe, expect, it } from "vitest";
import { round2 } from "#contract/domain/units.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { liveMoment } from "../reference/moment.ts";
import { changePercent, createSideTotals, pcrChangeOf, pcrOf, prevPcrOf, ratio, sumSides } from "./pcr.ts";
import { buildStrikeTable } from "./strikes.ts";

const day = makeRoom({
  spot: { oi: 999_999, vol: 999_999 },
  future: { oi: 5_000_000, vol: 5_000_000, prevOi: 4_000_000 },
  strikes: [
    { strike: 100, ce: { oi: 100, vol: 10, prevOi: 100 }, pe: { oi: 300, vol: 40, prevOi: 200 } },
    { strike: 200, ce: { oi: 200, vol: 30, prevOi: 150 }, pe: { oi: 100, vol: 20, prevOi: 100 } },
    { strike: 300, ce: { oi: 200, vol: 40 }, pe: {} },
  ],
});
const table = buildStrikeTable(day.tokens);
const totals = () => sumSides(createSideTotals(), day.tokens, table, liveMoment(day));

describe("totals", () => {
  it("are of options only, and skip what is absent", () => {
    expect(totals()).toMatchObject({ ceOi: 500, peOi: 400, ceVol: 80, peVol: 60, cePrevOi: 250, pePrevOi: 300 });
    expect(totals().cePrevVol).toBeNaN();
  });

  it("of a range", () => {
    expect(sumSides(createSideTotals(), day.tokens, table, liveMoment(day), 1, 3)).toMatchObject({
      ceOi: 400,
      peOi: 100,
    });
  });
});

describe("ratios", () => {
  it("PCR and the previous one", () => {
    expect(round2(pcrOf(totals()))).toBe(0.8);
    expect(round2(prevPcrOf(totals()))).toBe(1.2);
  });

  it("change is whole per cent of the unrounded figures", () => {
    expect(changePercent(1.2, 1)).toBe(20);
    expect(pcrChangeOf(totals())).toBe(-33);
    expect(changePercent(1.0449, 1.0051)).toBe(4); // 1.04 against 1.01 would be 3
    expect(Object.is(changePercent(0.999, 1), 0)).toBe(true);
  });

  it("are NaN where a side is missing or zero", () => {
    expect(ratio(5, 0)).toBeNaN();
    expect(changePercent(1, Number.NaN)).toBeNaN();
    const empty = makeRoom({ strikes: [{ strike: 100, ce: {}, pe: { oi: 5 } }] });
    expect(
      pcrOf(sumSides(createSideTotals(), empty.tokens, buildStrikeTable(empty.tokens), liveMoment(empty))),
    ).toBeNaN();
  });
});
