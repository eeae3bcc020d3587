/** The dashboard of a broker whose books and answers are the test's own. */
import type { Locator, Page } from "@playwright/test";
import type { BookOrderBody, PositionBody, TabReply } from "#contract/wire/http/order-bodies.ts";
import { connectBroker } from "./broker.ts";
import { expect } from "./fixtures.ts";
import { logIn, NIFTY, store } from "./session.ts";

export const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
/** A count may stand behind the name. */
export const tab = (page: Page, name: string): Locator =>
  page.getByRole("tab", { name: new RegExp(`^${name}( \\d+)?$`) });
export const dialogOf = (page: Page): Locator => page.getByRole("dialog");
export const rowOf = (table: Locator, text: string): Locator => table.getByRole("row").filter({ hasText: text });

export const order = (id: string, change: Partial<BookOrderBody>): BookOrderBody => ({
  id,
  symbol: `NSE:${id}`,
  ex_sym: "NIFTY",
  securityId: "1",
  lotSize: 65,
  side: 1,
  type: 1,
  productType: "INTRADAY",
  qty: 130,
  remainingQuantity: 0,
  limitPrice: 10,
  stopPrice: 0,
  tradedPrice: 0,
  status: 2,
  orderDateTime: "2026-11-20 12:16:00",
  message: "",
  orderValidity: "DAY",
  discloseQty: 0,
  ...change,
});
const LISTED = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-11-24", strike: 24_450, type: "CE" } as const;
export const ORDERS = [
  order("TAKEN BACK", { status: 1, ex_sym: "BANKNIFTY", productType: "CNC" }),
  order("FILLED ONE", { status: 2, tradedPrice: 9.95, side: -1, contract: LISTED }),
  order("ON ITS WAY", { status: 4, productType: "CO" }),
  order("REFUSED ONE", { status: 5, type: 4, message: "RMS: Margin Exceeds", productType: "BO" }),
  order("WAITS", { status: 6, remainingQuantity: 65, productType: "MARGIN" }), // a share: today lists derivatives
  order("RUN OUT", { status: 7, type: 2 }),
];

const position = (id: string, change: Partial<PositionBody>): PositionBody => ({
  id,
  symbol: `NSE:${id}`,
  ex_sym: "NIFTY",
  securityId: "1",
  lotSize: 65,
  side: 1,
  productType: "INTRADAY",
  segment: 11,
  netQty: 130,
  avgPrice: 100,
  ltp: 110,
  buyQty: 130,
  buyAvg: 100,
  sellQty: 0,
  sellAvg: 0,
  netAvg: 100,
  realized_profit: 0,
  multiplier: 1,
  ...change,
});
export const POSITIONS = [
  position("LONG", {}),
  position("SHORT", { side: -1, netQty: -65, buyQty: 0, sellQty: 65, sellAvg: 100, productType: "MARGIN" }),
  position("DOLLARS", {
    ...{ ex_sym: "USDINR", segment: 12, multiplier: 1000 },
    ...{ netQty: 2, buyQty: 2, avgPrice: 83, buyAvg: 83, ltp: 82.5 },
  }),
  position("CLOSED", { netQty: 0, sellQty: 130, sellAvg: 90 }),
  position("NIFTY26N2424450CE", { contract: LISTED, netQty: 0, buyQty: 65, sellQty: 65, sellAvg: 100 }),
];

const BOOKS: Readonly<Record<string, Omit<TabReply, "s" | "at" | "isPractice">>> = {
  orders: { orderBook: ORDERS },
  positions: { netPositions: POSITIONS },
  holdings: {
    holdings: [
      {
        id: "1",
        symbol: "NSE:INFY-EQ",
        quantity: 10,
        remainingQuantity: 4,
        costPrice: 100,
        ltp: 110,
        marketVal: 1100,
        holdingType: "CNC",
      },
    ],
    overall: { total_pl: -25.5 },
  },
  funds: {
    fundLimit: [
      { id: "1", title: "Total Balance", amount: 1000 },
      { id: "2", title: "Fund Transfer", amount: -40 },
      { id: "3", title: "Utilized Amount", amount: 200 },
      { id: "4", title: "Available Balance", amount: 800 },
    ],
  },
};

interface Desk {
  /** The tabs that were read, in their order. */
  readonly read: string[];
  /** Paths and bodies of what was sent. */
  readonly sent: { readonly what: string; readonly body: unknown }[];
  /** What changes are answered with. */
  answer: { s: "ok" | "error"; m: string; state: string };
  /** What strategies have of the positions. */
  parts: TabReply["byStrategy"];
  /** Limits that follow the quotes. */
  follows: NonNullable<TabReply["follows"]>;
  /** What every reading is answered with instead of a book. */
  refusal: { readonly status: number; readonly message: string } | undefined;
}

/** The dashboard of a connected broker whose replies are the test's. */
export async function openDashboard(page: Page): Promise<Desk> {
  const answer = { s: "ok", m: "done", state: "placed" } as const;
  const desk: Desk = { read: [], sent: [], answer, parts: undefined, follows: [], refusal: undefined };
  await logIn(page, NIFTY);
  await store(page, { broker: await connectBroker(page) });
  await page.route("**/api/v1/broker/*/get_*", async (route) => {
    const name = /get_(\w+)/.exec(route.request().url())?.[1] ?? "";
    desk.read.push(name);
    const { refusal } = desk;
    if (refusal) await route.fulfill({ status: refusal.status, json: { status: "fail", message: refusal.message } });
    else {
      const byStrategy = name === "positions" ? desk.parts : undefined;
      const follows = name === "orders" ? desk.follows : undefined;
      await route.fulfill({ json: { s: "ok", at: Date.now(), isPractice: true, ...BOOKS[name], byStrategy, follows } });
    }
  });
  await page.route(/\/broker\/[^/]+\/(modify|cancel|exit|convert|follow)_\w+$/, async (route) => {
    desk.sent.push({ what: /(\w+)$/.exec(route.request().url())?.[1] ?? "", body: route.request().postDataJSON() });
    await route.fulfill({ json: desk.answer });
  });
  // The server still has the session that a reply says is over.
  await page.route("**/api/v1/users/broker", (route) => route.abort());
  await page.goto("/broker-dashboard");
  await expect(panel(page, "Positions").getByRole("row")).toHaveCount(5); // headers, three held, totals
  return desk;
}
