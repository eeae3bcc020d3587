/** One request that is as it should be for every call of the contract: whoever may call it gets no 400. */
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import type { Sealer } from "#contract/wire/sealed.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { NIFTY_ROOM } from "./fake-feed.ts";
import { postJson } from "./test-app.ts";

/** Of a call: 'post users/login'. */
export const nameOf = ({ method, path }: Pick<Call, "method" | "path">): string => `${method} ${path}`;

/** A fetch of our own page. */
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

export const FLY = { name: "Fly", strategy: [], symbolName: "NIFTY", expiry: "7:28:2026", date: "2026-07-27" };
const NEW_PASSWORD = { password: "a quite new password", passwordConfirm: "a quite new password" };
/** Of nothing: well formed. */
export const NOBODYS_ID = "00000000-0000-4000-8000-000000000000";

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
  "post users/savestrategies": () => ({ strategyObj: FLY }),
  "patch users/deletestrategies": () => ({ name: "None of that name" }),
};

const QUERIES: Readonly<Record<string, string>> = {
  "post settings/save": "?field=userColumns",
  "get settings/get": "?field=userColumns",
};

const PARAMETERS: Readonly<Record<string, string>> = {
  token: "x".repeat(43),
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
