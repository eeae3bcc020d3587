/** One request that is as it should be for every call of the contract: whoever may call it gets no 400. */
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import type { Sealer } from "#contract/wire/sealed.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { NIFTY_ROOM } from "../market/fake-feed.ts";
import { postJson } from "./test-app.ts";

/** Of a call: 'post users/login'. */
export const nameOf = ({ method, path }: Pick<Call, "method" | "path">): string => `${method} ${path}`;

/** A fetch of our own page. */
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

export const FLY = { name: "Fly", strategy: [], symbolName: "NIFTY", expiry: "7:28:2026", date: "2026-07-27" };
const NEW_PASSWORD = { password: "a quite new password", passwordConfirm: "a quite new password" };
/** Of nothing: well formed. */
export const NOBODYS_ID = "00000000-0000-4000-8000-000000000000";

const SYMBOL = "NSE:NIFTY26072824600CE";
const ROW = { id: "1", symbol: "NFO:X", ex_sym: "NIFTY", securityId: "1", lotSize: 75, side: 1, productType: "MARGIN" };
const ORDER = {
  ...ROW,
  ...{ type: 1, qty: 75, remainingQuantity: 75, limitPrice: 1, stopPrice: 0, tradedPrice: 0, status: 6 },
  ...{ orderDateTime: "2026-07-27 12:15:00", message: "", orderValidity: "DAY", discloseQty: 0 },
};
export const POSITION = {
  ...ROW,
  ...{ segment: 11, netQty: 75, avgPrice: 1, ltp: 1, buyQty: 75, buyAvg: 1, sellQty: 0, sellAvg: 0, netAvg: 1 },
  ...{ realized_profit: 0, multiplier: 1 },
};
const ITEM = {
  ...{ symbol: SYMBOL, securityId: "1", type: 1, side: 1, productType: "MARGIN", limitPrice: 1, stopPrice: 0 },
  ...{ disclosedQty: 0, validity: "DAY", offlineOrder: false, stopLoss: 0, takeProfit: 0, qty: 75 },
};
const LEGS = [{ trigger: 1, limit: 1 }];
export const GTT = {
  ...ROW,
  ...{ qty: 75, legs: LEGS, lastPrice: 2, status: "active", isChangeable: true, message: "" },
  ...{ createdAt: "2026-07-27 12:15:00", expiresAt: "" },
};
const { id, qty, type, side, limitPrice, stopPrice, discloseQty } = ORDER;

type Body = (sealer: Sealer) => unknown;

const BODIES: Readonly<Record<string, Body>> = {
  "post users/login": () => ({ email: "nobody@example.com", password: "no password", fingerprint: "f" }),
  "post users/signup": () => ({ name: "Ravi", email: "new@example.com", ...NEW_PASSWORD }),
  "post users/forgotPassword": () => ({ email: "nobody@example.com" }),
  "post users/resetPassword/{token}": () => NEW_PASSWORD,
  "delete users/account": () => ({ password: "not the password" }),
  "post users/brokertrial": () => ({ broker: "fyers" }),
  "post report": () => ({ useremail: "a@example.com", comment: "It works", system: "desktop", browser: "Chrome" }),
  "post scanner": () => ({ exchange: "NSE", kind: "all", formula: "LTP > 0" }),
  "post settings/save": async (sealer) => ({ data: await sealer.seal(settingsPurpose(["userColumns"]), {}) }),
  "post strategies/save": async (sealer) => ({ strategyObj: await sealer.seal(STRATEGY_PURPOSE, FLY) }),
  "post strategies/saveas": async (sealer) => ({
    strategyObj: await sealer.seal(STRATEGY_PURPOSE, FLY),
    id: NOBODYS_ID,
  }),
  "post strategies/load": () => ({ id: NOBODYS_ID }),
  "patch strategies/delete": () => ({ id: NOBODYS_ID }),
  "patch strategies/delete-multiple": () => ({ ids: [NOBODYS_ID] }),
  "post strategies/portfolio": () => ({ id: [] }),
  "post strategies/saveportfolio": async (sealer) => ({ encrypted: await sealer.seal(PORTFOLIO_PURPOSE, []) }),
  // Being turned off: the other calls' strategies, which are open, stay welcome.
  "post privacy/key": () => ({ key: { ...PRIVATE_KEY, isOpening: true }, revision: 0 }),
  "delete privacy/key": () => ({ dropsSealed: false }),
  "post users/savestrategies": () => ({ strategyObj: FLY }),
  "post users/resealstrategy": () => ({ before: { ...FLY, name: "None" }, strategyObj: { ...FLY, name: "None" } }),
  "patch users/deletestrategies": () => ({ name: "None of that name" }),
  "post broker/{broker}": () => ({ authToken: "code" }),
  "post broker/{broker}/attempt": () => ({ credentials: ["key", "secret"] }),
  "post broker/{broker}/place_multi_order": () => ({ data: [ITEM] }),
  "post broker/{broker}/basket_margin": () => ({ data: [ITEM] }),
  "post broker/{broker}/modify_order": () => ({
    data: { id, qty, type, side, limitPrice, stopPrice, discloseQty, offlineOrder: false },
    editOrder: ORDER,
  }),
  "post broker/{broker}/cancel_order": () => ({ data: { id }, editOrder: ORDER }),
  "post broker/{broker}/follow_order": () => ({ id, follow: true }),
  "post broker/{broker}/place_gtt": () => ({ data: { symbol: SYMBOL, side, productType: "MARGIN", qty, legs: LEGS } }),
  "post broker/{broker}/modify_gtt": () => ({ data: { id, qty, legs: LEGS } }),
  "post broker/{broker}/delete_gtt": () => ({ data: { id }, gtt: GTT }),
  "post broker/{broker}/exit_position": () => ({ data: POSITION }),
  "post broker/{broker}/convert_position": () => ({
    data: {
      symbol: "NFO:X",
      positionSide: 1,
      convertQty: 75,
      convertFrom: "INTRADAY",
      convertTo: "MARGIN",
      securityId: "1",
    },
    extras: { side: 1 },
  }),
  "post orders/submissions/{key}": () => ({ data: [{ batch: 0, item: 0 }] }),
  "post orders/hand-over": () => ({ data: [ITEM] }),
  "post orders/watch-strategy": () => ({ strategy: "fly-1", stop: 5000, target: null }),
  "post orders/hooks": () => ({ name: "Alerts" }),
  "post orders/guards": () => ({
    orderValue: 100_000,
    lots: 10,
    ordersPerDay: 50,
    lossPerDay: 5000,
    inPractice: false,
  }),
  "post orders/stop": () => ({ stopped: false }),
  "post orders/stop-strategy": () => ({ strategy: "fly-1", stopped: false }),
  "post orders/stop-all": () => ({ stopped: false }),
};

const PRIVATE_KEY = {
  keyId: "ab".repeat(32),
  iterations: 600_000,
  salt: "01".repeat(16),
  iv: "02".repeat(12),
  wrapped: "03".repeat(48),
};

const QUERIES: Readonly<Record<string, string>> = {
  "post settings/save": "?field=userColumns",
  "get settings/get": "?field=userColumns",
};

const PARAMETERS: Readonly<Record<string, string>> = {
  token: "x".repeat(43),
  broker: "zerodha",
  tab: "orders",
  key: "a-key-of-a-press",
  draft: NOBODYS_ID,
  hook: NOBODYS_ID,
  provider: "checkout",
  planName: "monthly",
  reference: NOBODYS_ID,
  room: NIFTY_ROOM,
  "symbol-expiry": NIFTY_ROOM,
  day: "07:24:2026",
  exchange: "NSE",
  expiry: "7/28/2026",
};

export const samplePath = (call: Call): string =>
  API_BASE +
  call.path.replace(/\{([\w-]+)\}/g, (_, name: string) => {
    const value = PARAMETERS[name];
    if (value === undefined) throw new Error(`${nameOf(call)}: no sample of {${name}}`);
    return value;
  }) +
  (QUERIES[nameOf(call)] ?? "");

/** @throws Error where the call takes a body and there is no sample of it. */
export async function sampleBody(call: Call, sealer: Sealer): Promise<unknown> {
  const body = BODIES[nameOf(call)];
  if ((body === undefined) !== (call.body === undefined)) throw new Error(`${nameOf(call)}: no sample of its body`);
  return body?.(sealer);
}

/** As our own page would send it. */
export async function sampleRequest(
  call: Call,
  { cookie, sealer }: { readonly cookie: string; readonly sealer: Sealer },
  headers: Readonly<Record<string, string>> = SAME_ORIGIN,
): Promise<RequestInit> {
  const body = await sampleBody(call, sealer);
  const sent = { ...headers, cookie };
  const method = call.method.toUpperCase();
  return body === undefined ? { method, headers: sent } : { ...postJson(body, sent), method };
}
