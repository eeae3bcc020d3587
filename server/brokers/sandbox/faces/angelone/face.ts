/** SmartAPI as the practice broker speaks it, for Angel One. */
import { type Context, Hono } from "hono";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { basketOf, cancellationOf, changeOf, conversionOf, placementOf } from "./bodies.ts";
import { fundsEntity, orderEntity, partsOf, positionEntity, tradeEntity } from "./entities.ts";
import { AngelError, errorBody, errorOf, noSession } from "./errors.ts";
import { instrumentsJson } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

const SECURE = "/rest/secure/angelbroking";
const ORDERS = `${SECURE}/order/v1`;
const WRITES = new Set(
  ["placeOrder", "modifyOrder", "cancelOrder", "convertPosition"].map((call) => `${ORDERS}/${call}`),
);
/** The code of each change, as the socket tells it. */
const CHANGES = { open: "AB01", cancelled: "AB02", rejected: "AB03", filled: "AB05", waiting: "AB10" } as const;

export const ANGELONE: FaceKind = {
  name: "angelone",
  serve,
  // The token itself: there is no code to exchange.
  issue: async (logins, accountId, apiKey) => (await logins.signIn(accountId, apiKey)).accessToken,
  frame: (change) =>
    JSON.stringify({
      "user-id": change?.clientId ?? "",
      "status-code": "200",
      "order-status": change ? CHANGES[change.state] : "",
      "error-message": "",
      orderData: change ? orderEntity(change) : {},
    }),
  role: (_, path) => (path === `${ORDERS}/getOrderBook` ? "book" : WRITES.has(path) ? "write" : "other"),
  troubles: TROUBLES,
};

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();

  const tokenOf = (c: Context): string => (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
  const ok = (c: Context, data: unknown): Response => c.json({ status: true, message: "SUCCESS", errorcode: "", data });
  /** An empty list is null. */
  const listed = (c: Context, rows: readonly object[]): Response => ok(c, rows.length === 0 ? null : rows);

  /** @throws AngelError without a session of the app. */
  const accountOf = async (c: Context): Promise<string> =>
    known(await logins.accountOf(tokenOf(c), c.req.header("x-privatekey") ?? ""), noSession);

  /** @throws AngelError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new AngelError(500, "AB2001", "Internal Error, Please try after sometime"));

  const done = takes(errorOf);

  app.get(`${SECURE}/user/v1/getProfile`, async (c) => {
    const clientcode = await logins.clientId(await accountOf(c));
    return ok(c, { clientcode, name: "Practice account", exchanges: ["NFO", "BFO", "CDS"], products: [] });
  });

  app.post(`${SECURE}/user/v1/logout`, async (c) => {
    await accountOf(c);
    await logins.end(tokenOf(c));
    return ok(c, "");
  });

  app.post(`${ORDERS}/placeOrder`, async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    const { id } = done(await exchange.place(accountId, placement), "AB1008").order;
    const script = partsOf(placement.contract).symbol;
    return ok(c, { script, orderid: id, uniqueorderid: `practice-${id}` });
  });

  app.post(`${ORDERS}/modifyOrder`, async (c) => {
    const accountId = await accountOf(c);
    const { id, wish } = changeOf(await bodyOf(c));
    done(await exchange.modify(accountId, id, wish));
    return ok(c, { orderid: id, uniqueorderid: `practice-${id}` });
  });

  app.post(`${ORDERS}/cancelOrder`, async (c) => {
    const accountId = await accountOf(c);
    const id = cancellationOf(await bodyOf(c));
    done(await exchange.cancel(accountId, id));
    return ok(c, { orderid: id, uniqueorderid: `practice-${id}` });
  });

  app.post(`${ORDERS}/convertPosition`, async (c) => {
    const accountId = await accountOf(c);
    done(await exchange.convert(accountId, conversionOf(await bodyOf(c), await contractsNow())), "AB1017");
    return ok(c, null);
  });

  app.get(`${ORDERS}/getOrderBook`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, ordersOf(book, await contractsNow()).map(orderEntity));
  });

  app.get(`${ORDERS}/getTradeBook`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, tradesOf(book, await contractsNow()).map(tradeEntity));
  });

  app.get(`${ORDERS}/getPosition`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, positionsOf(book, await contractsNow()).map(positionEntity));
  });

  app.get(`${SECURE}/portfolio/v1/getAllHolding`, async (c) => {
    await accountOf(c);
    return ok(c, { holdings: null, totalholding: null });
  });

  app.get(`${SECURE}/user/v1/getRMS`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, fundsEntity(fundsOf(book, await contractsNow())));
  });

  app.post(`${SECURE}/margin/v1/batch`, async (c) => {
    const accountId = await accountOf(c);
    const { together } = await exchange.margin(accountId, basketOf(await bodyOf(c), await contractsNow()));
    return ok(c, { totalMarginRequired: together, marginComponents: { netPremium: 0, spanMargin: together } });
  });

  app.get("/OpenAPI_File/files/OpenAPIScripMaster.json", async (c) =>
    c.body(await instrumentsJson(await contractsNow()), 200, { "Content-Type": "application/json" }),
  );

  app.notFound((c) => c.json(errorBody({ code: "AB2000", message: "Route not found" }), 404));
  app.onError((error, c) => {
    if (error instanceof AngelError) return c.json(errorBody(error), error.status);
    log.error({ err: error }, "practice broker");
    return c.json(errorBody({ code: "AB2001", message: "Internal Error, Please try after sometime" }), 500);
  });
  return app;
}
