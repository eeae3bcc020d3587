import { describe, expect, it } from "vitest";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { RefusedCall } from "../../../state/api.ts";
import { legsOf } from "../../../state/saved/kept-strategy.ts";
import { flagsOf, fullName, kept, lastExpiry, listLabel, refusal } from "./keeping.ts";

const near = makeLeg({ expiry: "8:25:2026", orders: [makeOrder({})] });
const far = makeLeg({ expiry: "9:29:2026" });
const listed = {
  id: "1",
  portfolio: "My Portfolio",
  name: "Fly",
  symbolName: "NIFTY",
  expiry: "8:25:2026",
  date: "2026-08-18",
};

describe("a kept strategy", () => {
  it("expires with the last of its open legs, or of all where none is open", () => {
    expect(lastExpiry([far, near])).toBe("9:29:2026");
    expect(lastExpiry([near, { ...far, isClosed: true }])).toBe("8:25:2026");
    expect(lastExpiry([{ ...near, isClosed: true }])).toBe("8:25:2026");
    expect(lastExpiry([])).toBeUndefined();
  });

  it("has symbol, day and expiry in its name", () => {
    expect(fullName(" Fly ", "NIFTY", isoDate("2026-08-18"), "8:25:2026")).toBe(
      "Fly - NIFTY ( Aug-18 ) - Exp - 8:25:2026",
    );
  });

  it("that another tab changed or deleted is refused in words that tell what to do; else the server's own are said", () => {
    const words = (status: number, message: string) => refusal(new RefusedCall(status, message));
    expect(words(412, "stale")).toBe("This strategy was changed elsewhere. Load it again, or save under a new name");
    expect(words(404, "gone")).toBe("This strategy was deleted elsewhere. Save it under a new name");
    expect([words(409, "error: too many"), words(503, "")]).toEqual(["error: too many", "503"]);
  });

  it("comes back as it was", () => {
    const strategy = kept({
      name: "Fly",
      symbol: "NIFTY",
      date: isoDate("2026-08-18"),
      expiry: "8:25:2026",
      legs: [near],
      spot: 24_200,
    });
    expect(strategy).toMatchObject({ symbolName: "NIFTY", expiry: "8:25:2026", date: "2026-08-18" });
    expect(legsOf(JSON.parse(JSON.stringify(strategy)))).toEqual([near]);
  });
});

describe("the list", () => {
  const expiries = (symbol: string) => (symbol === "NIFTY" ? [isoDate("2026-08-25")] : undefined);
  it.each([
    [listed, "2026-08-20", "Fly - Created on 2026-08-18"],
    [listed, "2026-08-17", "Fly - Created on 2026-08-18"],
    [{ ...listed, expiry: "8:18:2026" }, "2026-08-20", "Fly - Expired on 8:18:2026"],
    [{ ...listed, expiry: "8:18:2026" }, "2026-08-17", "Fly - Created on 2026-08-18"],
    [{ ...listed, expiry: "8:18:2026" }, undefined, "Fly - Expired on 8:18:2026"],
    [{ ...listed, symbolName: "GONE" }, "2026-08-20", "Fly - No data available"],
  ])("says of %j on %s", (item, today, label) => {
    expect(listLabel(item, flagsOf(item, expiries, today))).toBe(label);
  });
});
