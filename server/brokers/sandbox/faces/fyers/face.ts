/** Fyers API v3 as the practice broker speaks it. */
import { type Context, Hono } from "hono";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { basketOf, conversionOf, idOf, modificationOf, placementOf } from "./bodies.ts";
import { fundEntities, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { errorOf, FyersError, noSession } from "./errors.ts";
import { symbolFile } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

const HASH = /^[0-9a-f]{64}$/;
const PLACED = 1101;
const MODIFIED = 1102;
const CANCELLED = 1103;

export const FYERS: FaceKind = {
  name: "fyers",
  serve,
  frame: (change) => JSON.stringify(change ? { s: "ok", orders: orderEntity(change) } : { s: "ok", positions: {} }),
  role(method, path) {
    if (path === "/api/v3/orders" && method === "GET") return "book";
    return method !== "GET" && /\/(?:orders\/sync|positions)$/.test(path) ? "write" : "other";
  },
  troubles: TROUBLES,
};

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();
  const v3 = new Hono();

  const ok = (c: Context, reply: object, code = 200): Response => c.json({ s: "ok", code, message: "", ...reply });

  /** @throws FyersError without a session. */
  const accountOf = async (c: Context): Promise<string> => {
    const [, key = "", access] = /^([^:]+):(.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
    return known(access === undefined ? undefined : await logins.accountOf(access, key), noSession);
  };

  /** @throws FyersError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new FyersError(500, -1, "There is no market yet"));

  const done = takes(errorOf);

  v3.post("/validate-authcode", async (c) => {
    const asked = (await bodyOf(c)) as Record<string, unknown> | undefined;
    const { grant_type: grant, appIdHash, code } = asked ?? {};
    // The secret is the user's own choice here: its hash is looked at for its shape alone.
    if (grant !== "authorization_code" || typeof appIdHash !== "string" || !HASH.test(appIdHash)) {
      throw new FyersError(401, -5, "Invalid app id hash");
    }
    const signedIn = await logins.redeem(typeof code === "string" ? code : "");
    if (signedIn === undefined) throw new FyersError(401, -413, "Invalid auth code");
    return ok(c, { access_token: signedIn.accessToken });
  });

  v3.post("/logout", async (c) => {
    await accountOf(c);
    await logins.end(/:(.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "");
    return ok(c, { message: "you are successfully logged out" });
  });

  v3.get("/profile", async (c) => {
    const { facts } = await exchange.book(await accountOf(c));
    return ok(c, { data: { name: "Practice account", fy_id: facts.clientId } });
  });

  v3.post("/orders/sync", async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    const { id } = done(await exchange.place(accountId, placement)).order;
    return ok(c, { id, message: `Order submitted successfully. Your Order Ref. No.${id}` }, PLACED);
  });

  v3.patch("/orders/sync", async (c) => {
    const accountId = await accountOf(c);
    const body = await bodyOf(c);
    const id = idOf(body);
    const { orders } = await exchange.book(accountId);
    // The reply names no validity: it stays as it was.
    const validity = orders.get(id)?.order.validity ?? "day";
    done(await exchange.modify(accountId, id, modificationOf(body, validity)));
    return ok(c, { id, message: "Successfully modified order" }, MODIFIED);
  });

  v3.delete("/orders/sync", async (c) => {
    const accountId = await accountOf(c);
    const id = idOf(await bodyOf(c));
    done(await exchange.cancel(accountId, id));
    return ok(c, { id, message: "Successfully cancelled order" }, CANCELLED);
  });

  v3.get("/orders", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, { orderBook: ordersOf(book, await contractsNow()).map(orderEntity) });
  });

  v3.get("/tradebook", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, { tradeBook: tradesOf(book, await contractsNow()).map(tradeEntity) });
  });

  v3.get("/positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const positions = positionsOf(book, await contractsNow());
    const realized = positions.reduce((sum, { realised }) => sum + realised, 0);
    const unrealized = positions.reduce((sum, { unrealised }) => sum + unrealised, 0);
    return ok(c, {
      netPositions: positions.map(positionEntity),
      overall: {
        count_total: positions.length,
        count_open: positions.filter(({ net }) => net !== 0).length,
        pl_total: realized + unrealized,
        pl_realized: realized,
        pl_unrealized: unrealized,
      },
    });
  });

  v3.post("/positions", async (c) => {
    const accountId = await accountOf(c);
    done(await exchange.convert(accountId, conversionOf(await bodyOf(c), await contractsNow())));
    return ok(c, { message: "Position Converted Successfully!!", positionDetails: PLACED });
  });

  v3.get("/holdings", async (c) => {
    await accountOf(c);
    const overall = { count_total: 0, total_investment: 0, total_current_value: 0, total_pl: 0, pnl_perc: 0 };
    return ok(c, { holdings: [], overall });
  });

  v3.get("/funds", async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, { fund_limit: fundEntities(fundsOf(book, await contractsNow())) });
  });

  v3.post("/multiorder/margin", async (c) => {
    const accountId = await accountOf(c);
    const contracts = await contractsNow();
    const { together } = await exchange.margin(accountId, basketOf(await bodyOf(c), contracts));
    const { available } = (await exchange.book(accountId)).funds(contracts);
    const data = { margin_avail: available, margin_total: together, margin_new_order: together };
    return ok(c, { data });
  });

  app.route("/api/v3", v3);
  app.get("/sym_details/:file{[A-Z]+_[A-Z]+\\.csv}", async (c) =>
    c.text(await symbolFile(await contractsNow(), c.req.param("file").slice(0, -".csv".length))),
  );

  app.notFound((c) => c.json({ s: "error", code: -404, message: "Route not found" }, 404));
  const failed = (error: Error, c: Context): Response => {
    if (error instanceof FyersError) {
      return c.json({ s: "error", code: error.code, message: error.message }, error.status);
    }
    log.error({ err: error }, "practice broker");
    return c.json({ s: "error", code: -1, message: "Something went wrong" }, 500);
  };
  app.onError(failed);
  v3.onError(failed);
  return app;
}
