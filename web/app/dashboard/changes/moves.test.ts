import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { position } from "../__fixtures__/position.ts";
import { guarding, reversing, rolling } from "./moves.ts";

const call: PositionBody["contract"] = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-08-18"),
  strike: 24_200,
  type: "CE",
};
const long: PositionBody = { ...position, contract: call, netQty: 130 };
const short: PositionBody = { ...long, netQty: -65, productType: "MARGIN" };
const universe = {
  expiries: {
    NSE: {
      NIFTY: ["2026-08-18", "2026-08-25", "2026-09-29"].map(isoDate),
      USDINR: ["2026-08-21", "2026-08-27", "2026-09-28"].map(isoDate),
    },
  },
  futureExpiries: { NSE: ["2026-08-25", "2026-08-27", "2026-09-28", "2026-09-29"].map(isoDate) },
};
const subject = { exchange: "NSE", symbol: "NIFTY", strike: 24_200, type: "CE" };

test("a position is reversed by twice what is held, of the same product", () => {
  const start = { qty: 260, product: "Intraday" };
  expect(reversing(long)).toEqual({ ...subject, expiry: "2026-08-18", side: "S", isLeg: false, start });
  expect(reversing(short)).toMatchObject({ side: "B", start: { qty: 130, product: "Margin" } });
});

test("a position is rolled by closing it, and opening the same in the expiry after its own", () => {
  const start = { qty: 65, product: "Margin" };
  expect(rolling(short, universe)).toEqual([
    { ...subject, expiry: "2026-08-18", side: "B", isLeg: true, start },
    { ...subject, expiry: "2026-08-25", side: "S", isLeg: true, start },
  ]);
  const future: PositionBody = {
    ...long,
    contract: { ...call, expiry: isoDate("2026-08-25"), strike: 0, type: "FUT" },
  };
  expect(rolling(future, universe)).toMatchObject([
    { expiry: "2026-08-25", side: "S" },
    { expiry: "2026-09-29", side: "B" },
  ]);
});

test("a currency's future is rolled into the next one of its own", () => {
  const weekly = { ...call, underlying: "USDINR", expiry: isoDate("2026-08-21"), strike: 0, type: "FUT" } as const;
  expect(rolling({ ...long, contract: weekly }, universe)?.[1].expiry).toBe("2026-08-27");
});

test("nothing is offered of what is closed, is not listed, is no intraday or margin position, or has no later expiry", () => {
  for (const change of [{ netQty: 0 }, { contract: null }, { productType: "CO" }] as const) {
    expect(reversing({ ...long, ...change })).toBeUndefined();
    expect(rolling({ ...long, ...change }, universe)).toBeUndefined();
  }
  expect(rolling({ ...long, contract: { ...call, expiry: isoDate("2026-09-29") } }, universe)).toBeUndefined();
  expect(rolling(long, undefined)).toBeUndefined();
});

test("a position is guarded on its other side, where the broker keeps orders of its product", () => {
  const rules = { leastDistance: 0.0025, products: ["MARGIN"] } as const;
  const start = { qty: 65, product: "Margin" };
  expect(guarding(short, rules)).toMatchObject({ ...subject, side: "B", gtt: true, start });
  expect(guarding(long, rules)).toBeUndefined(); // intraday
  expect(guarding(short, undefined)).toBeUndefined();
});
