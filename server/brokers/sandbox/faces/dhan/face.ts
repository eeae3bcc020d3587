/** DhanHQ v2 as the practice broker speaks it. */
import { type Context, Hono } from "hono";
import { fundsOf, type OrderView, ordersOf, orderView, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { basketOf, conversionOf, modificationOf, placementOf } from "./bodies.ts";
import { fundsEntity, orderEntity, positionEntity, statusOf, tradeEntity } from "./entities.ts";
import { DhanError, errorBody, errorOf, noSession } from "./errors.ts";
import { serveForever } from "./forever.ts";
import { instrumentsCsv } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

export const DHAN: FaceKind = {
  name: "dhan",
  serve,
  frame: (change) =>
    JSON.stringify(change ? { Type: "order_alert", Data: alertOf(change) } : { Type: "position_alert", Data: null }),
  role(method, path) {
    if (method === "GET" && (path === "/v2/orders" || path === "/v2/forever/orders")) return "book";
    return method !== "GET" && /^\/v2\/(?:forever\/)?(?:orders|positions\/convert)/.test(path) ? "write" : "other";
  },
  troubles: TROUBLES,
};

const alertOf = (order: OrderView): object => ({
  OrderNo: order.id,
  CorrelationId: order.tag,
  Status: statusOf(order),
  Quantity: order.quantity,
  TradedQty: order.filled,
  AvgTradedPrice: order.average,
  Price: order.limit,
});

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();
  const v2 = new Hono();

  /** @throws DhanError without a session. */
  const accountOf = async (c: Context): Promise<string> =>
    known(await logins.accountOf(c.req.header("access-token") ?? ""), noSession);

  /** @throws DhanError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new DhanError(500, "DH-908", "There is no market yet"));

  const done = takes(errorOf);

  app.post("/partner/generate-consent", (c) => c.json({ consentId: "practice", consentStatus: "GENERATED" }));

  app.post("/partner/consume-consent", async (c) => {
    if ((c.req.header("partner_id") ?? "") === "" || (c.req.header("partner_secret") ?? "") === "") throw noSession();
    const signedIn = await logins.redeem(c.req.query("tokenId") ?? "");
    if (signedIn === undefined) throw new DhanError(401, "DH-901", "Invalid token id: it is wrong or has expired");
    return c.json({
      dhanClientId: signedIn.clientId,
      dhanClientName: "Practice account",
      dhanClientUcc: signedIn.clientId,
      givenPowerOfAttorney: false,
      accessToken: signedIn.accessToken,
    });
  });

  v2.post("/orders", async (c) => {
    const accountId = await accountOf(c);
    const contracts = await contractsNow();
    const { order } = done(await exchange.place(accountId, placementOf(await bodyOf(c), contracts)));
    const { facts, orders } = await exchange.book(accountId);
    const booked = orders.get(order.id);
    const orderStatus = booked ? statusOf(orderView(booked, contracts, facts)) : "TRANSIT";
    return c.json({ orderId: order.id, orderStatus });
  });

  v2.put("/orders/:id", async (c) => {
    const accountId = await accountOf(c);
    const id = c.req.param("id");
    done(await exchange.modify(accountId, id, modificationOf(await bodyOf(c))));
    return c.json({ orderId: id, orderStatus: "TRANSIT" }, 202);
  });

  v2.delete("/orders/:id", async (c) => {
    const accountId = await accountOf(c);
    const id = c.req.param("id");
    done(await exchange.cancel(accountId, id));
    return c.json({ orderId: id, orderStatus: "CANCELLED" }, 202);
  });

  v2.get("/orders", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return c.json(ordersOf(book, await contractsNow()).map(orderEntity));
  });

  serveForever(v2, { exchange, accountOf, contractsNow, done });

  v2.get("/trades", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return c.json(tradesOf(book, await contractsNow()).map(tradeEntity));
  });

  v2.get("/positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const positions = positionsOf(book, await contractsNow());
    return c.json(positions.map((position) => positionEntity(position, book.facts.clientId)));
  });

  v2.post("/positions/convert", async (c) => {
    const accountId = await accountOf(c);
    done(await exchange.convert(accountId, conversionOf(await bodyOf(c), await contractsNow())));
    return c.body("", 202);
  });

  v2.get("/holdings", async (c) => {
    await accountOf(c);
    return c.json([]);
  });

  v2.get("/fundlimit", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return c.json(fundsEntity(fundsOf(book, await contractsNow()), book.facts.clientId));
  });

  v2.post("/margincalculator/multi", async (c) => {
    const accountId = await accountOf(c);
    const { together } = await exchange.margin(accountId, basketOf(await bodyOf(c), await contractsNow()));
    return c.json({ total_margin: String(together), span_margin: String(together), exposure_margin: "0" });
  });

  app.route("/v2", v2);
  app.get("/api-data/api-scrip-master-detailed.csv", async (c) => c.text(await instrumentsCsv(await contractsNow())));

  app.notFound((c) => c.json(errorBody({ code: "DH-910", message: "Route not found" }), 404));
  const failed = (error: Error, c: Context): Response => {
    if (error instanceof DhanError) return c.json(errorBody(error), error.status);
    log.error({ err: error }, "practice broker");
    return c.json(errorBody({ code: "DH-908", message: "Server was not able to process the request." }), 500);
  };
  app.onError(failed);
  v2.onError(failed);
  return app;
}
