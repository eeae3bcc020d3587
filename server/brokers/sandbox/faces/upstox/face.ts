/** Upstox' API as the practice broker speaks it. */
import { type Context, Hono } from "hono";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { basketOf, conversionOf, modificationOf, placementOf } from "./bodies.ts";
import { fundsEntity, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { badCode, badInput, errorBody, errorOf, noSession, UpstoxError } from "./errors.ts";
import { packedList } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

export const UPSTOX: FaceKind = {
  name: "upstox",
  serve,
  frame: (change) =>
    JSON.stringify(change ? { update_type: "order", ...orderEntity(change) } : { update_type: "position" }),
  role(method, path) {
    if (path === "/v2/order/retrieve-all") return "book";
    const isWrite = path.startsWith("/v3/order/") || path === "/v2/portfolio/convert-position";
    return isWrite && method !== "GET" ? "write" : "other";
  },
  troubles: TROUBLES,
};

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();

  const ok = (c: Context, data: unknown, more: object = {}): Response => c.json({ status: "success", data, ...more });
  const timed = { metadata: { latency: 1 } };

  const tokenOf = (c: Context): string => /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";

  /** @throws UpstoxError without a session. */
  const accountOf = async (c: Context): Promise<string> => known(await logins.accountOf(tokenOf(c)), noSession);

  /** @throws UpstoxError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new UpstoxError(500, "UDAPI100500", "There is no market yet"));

  const done = takes(errorOf);

  app.post("/v2/login/authorization/token", async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string): string => {
      const value = form[name];
      if (typeof value !== "string" || value === "") throw badInput(`The '${name}' is required`);
      return value;
    };
    if (field("grant_type") !== "authorization_code") throw badInput("The 'grant_type' is invalid");
    field("client_secret");
    field("redirect_uri");
    const signedIn = await logins.exchange(field("code"), field("client_id"));
    if (signedIn === undefined) throw badCode();
    return c.json({
      broker: "UPSTOX",
      user_id: signedIn.clientId,
      user_name: "Practice account",
      user_type: "individual",
      products: ["I", "D"],
      order_types: ["MARKET", "LIMIT", "SL", "SL-M"],
      is_active: true,
      access_token: signedIn.accessToken,
    });
  });

  app.delete("/v2/logout", async (c) => {
    await accountOf(c);
    await logins.end(tokenOf(c));
    return ok(c, true);
  });

  app.post("/v3/order/place", async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    return ok(c, { order_ids: [done(await exchange.place(accountId, placement)).order.id] }, timed);
  });

  app.put("/v3/order/modify", async (c) => {
    const accountId = await accountOf(c);
    const { id, wish } = modificationOf(await bodyOf(c));
    done(await exchange.modify(accountId, id, wish));
    return ok(c, { order_id: id }, timed);
  });

  app.delete("/v3/order/cancel", async (c) => {
    const accountId = await accountOf(c);
    const id = c.req.query("order_id") ?? "";
    done(await exchange.cancel(accountId, id));
    return ok(c, { order_id: id }, timed);
  });

  app.get("/v2/order/retrieve-all", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, ordersOf(book, await contractsNow()).map(orderEntity));
  });

  app.get("/v2/order/trades/get-trades-for-day", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, tradesOf(book, await contractsNow()).map(tradeEntity));
  });

  app.get("/v2/portfolio/short-term-positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, positionsOf(book, await contractsNow()).map(positionEntity));
  });

  app.put("/v2/portfolio/convert-position", async (c) => {
    const accountId = await accountOf(c);
    done(await exchange.convert(accountId, conversionOf(await bodyOf(c), await contractsNow())));
    return ok(c, { status: "complete" });
  });

  app.get("/v2/portfolio/long-term-holdings", async (c) => {
    await accountOf(c);
    return ok(c, []);
  });

  app.get("/v3/user/get-funds-and-margin", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, fundsEntity(fundsOf(book, await contractsNow())));
  });

  app.post("/v2/charges/margin", async (c) => {
    const accountId = await accountOf(c);
    const basket = basketOf(await bodyOf(c), await contractsNow());
    const { separately, together } = await exchange.margin(accountId, basket);
    return ok(c, { margins: [], required_margin: separately, final_margin: together });
  });

  app.get("/market-quote/instruments/exchange/complete.json.gz", async (c) =>
    c.body(await packedList(await contractsNow()), 200, { "content-type": "application/gzip" }),
  );

  app.notFound((c) => c.json(errorBody({ code: "UDAPI100060", message: "Resource not Found." }), 404));
  app.onError((error, c) => {
    if (error instanceof UpstoxError) return c.json(errorBody(error), error.status);
    log.error({ err: error }, "practice broker");
    return c.json(errorBody({ code: "UDAPI100500", message: "Something went wrong... please contact us" }), 500);
  });
  return app;
}
