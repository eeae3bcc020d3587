/** XTS as the practice broker speaks it, for IIFL and Jainam alike. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { contractId } from "#contract/domain/instruments.ts";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { changeOf, conversionOf, parse, placementOf } from "./bodies.ts";
import { balanceEntity, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { badInput, errorOf, noData, noSession, XtsError } from "./errors.ts";
import { masterOf } from "./lists.ts";
import { TROUBLES } from "./troubles.ts";

const ORDERS = "/interactive/orders";
const SEGMENTS = z.object({ exchangeSegmentList: z.array(z.enum(["NSEFO", "BSEFO", "NSECD"])).min(1) });
const KEYS = z.object({ appKey: z.string(), secretKey: z.string(), source: z.literal("WebAPI") });

export const XTS: FaceKind = {
  name: "xts",
  serve,
  // A message of socket.io: what happened, and its JSON as text.
  frame: (change) =>
    `42${JSON.stringify(change ? ["order", JSON.stringify(orderEntity(change))] : ["position", "{}"])}`,
  role(method, path) {
    if (path === ORDERS && method === "GET") return "book";
    return path === ORDERS || path.endsWith("/positions/convert") ? "write" : "other";
  },
  troubles: TROUBLES,
};

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();

  const ok = (c: Context, code: string, result: unknown): Response =>
    c.json({ type: "success", code, description: "Request sent", result });

  /** @throws XtsError without a session. */
  const accountOf = async (c: Context): Promise<string> =>
    known(await logins.accountOf(c.req.header("authorization") ?? ""), noSession);

  /** @throws XtsError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new XtsError(500, "e-app-001", "There is no market yet"));

  const done = takes(errorOf);

  app.post("/interactive/user/session", async (c) => {
    const { appKey, secretKey } = parse(KEYS, await bodyOf(c));
    // In the place of a secret stands a code that the practice broker has issued.
    const signedIn = await logins.exchange(secretKey, appKey);
    if (signedIn === undefined) throw new XtsError(401, "e-user-0001", "Invalid app key or secret key");
    const { clientId, accessToken } = signedIn;
    const result = { token: accessToken, userID: clientId, clientCodes: [clientId], isInvestorClient: true };
    return ok(c, "s-user-0001", result);
  });

  app.delete("/interactive/user/session", async (c) => {
    await accountOf(c);
    await logins.end(c.req.header("authorization") ?? "");
    return ok(c, "s-user-0001", {});
  });

  app.post("/apibinarymarketdata/instruments/master", async (c) => {
    const { exchangeSegmentList } = parse(SEGMENTS, await bodyOf(c));
    const contracts = await contractsNow();
    const lists = await Promise.all(exchangeSegmentList.map((segment) => masterOf(contracts, segment)));
    return ok(c, "s-instrument-0003", lists.filter((list) => list !== "").join("\n"));
  });

  app.post(ORDERS, async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    const { id } = done(await exchange.place(accountId, placement)).order;
    return ok(c, "s-orders-0001", { AppOrderID: id, OrderUniqueIdentifier: placement.tag });
  });

  app.put(ORDERS, async (c) => {
    const accountId = await accountOf(c);
    const { id, wish } = changeOf(await bodyOf(c));
    done(await exchange.modify(accountId, id, wish));
    return ok(c, "s-orders-0001", { AppOrderID: id });
  });

  app.delete(ORDERS, async (c) => {
    const accountId = await accountOf(c);
    const id = c.req.query("appOrderID");
    if (id === undefined) throw badInput("appOrderID");
    done(await exchange.cancel(accountId, id));
    return ok(c, "s-orders-0001", { AppOrderID: id });
  });

  /** One that has nothing in it is refused. */
  const listed = (c: Context, list: string, rows: readonly object[]): Response => {
    if (rows.length === 0) throw noData(list);
    return ok(c, `s-${list}-0001`, rows);
  };

  app.get(ORDERS, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, "orders", ordersOf(book, await contractsNow()).map(orderEntity));
  });

  app.get(`${ORDERS}/trades`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, "tradebook", tradesOf(book, await contractsNow()).map(tradeEntity));
  });

  app.get("/interactive/portfolio/positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const positions = positionsOf(book, await contractsNow());
    if (positions.length === 0) throw noData("portfolio");
    const positionList = positions.map((position) => positionEntity(position, book.facts.clientId));
    return ok(c, "s-portfolio-0001", { positionList });
  });

  app.put("/interactive/portfolio/positions/convert", async (c) => {
    const accountId = await accountOf(c);
    const contracts = await contractsNow();
    const wanted = conversionOf(await bodyOf(c), contracts);
    const held = positionsOf(await exchange.book(accountId), contracts).find(
      ({ contract, product }) =>
        contractId(contract.key) === contractId(wanted.contract.key) && product === wanted.from,
    );
    const side = held !== undefined && held.net < 0 ? "sell" : "buy";
    done(await exchange.convert(accountId, { ...wanted, side }));
    return ok(c, "s-portfolio-0001", {});
  });

  app.get("/interactive/portfolio/holdings", async (c) => {
    await accountOf(c);
    return ok(c, "s-portfolio-0001", { ClientId: "", RMSHoldings: { Holdings: {} } });
  });

  app.get("/interactive/user/balance", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, "s-user-0001", balanceEntity(fundsOf(book, await contractsNow())));
  });

  app.notFound((c) => c.json({ type: "error", code: "e-app-002", description: "Route not found" }, 404));
  app.onError((error, c) => {
    if (error instanceof XtsError) {
      return c.json({ type: "error", code: error.code, description: error.message }, error.status);
    }
    log.error({ err: error }, "practice broker");
    return c.json({ type: "error", code: "e-app-001", description: "Something went wrong" }, 500);
  });
  return app;
}
