/** Kite Connect 3 as the practice broker speaks it. */
import { type Context, Hono } from "hono";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { stampOf } from "../stamps.ts";
import { marginEntity, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { badInput, errorOf, KiteError, noSession } from "./errors.ts";
import { conversionOf, modificationOf, placementOf } from "./forms.ts";
import { serveGtts } from "./gtts.ts";
import { instrumentsCsv } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

const CHECKSUM = /^[0-9a-f]{64}$/;

export const KITE: FaceKind = {
  name: "kite",
  serve,
  frame: (change) => JSON.stringify(change ? { type: "order", data: orderEntity(change) } : { type: "message" }),
  role(method, path) {
    if (method === "GET" && (path === "/orders" || path === "/gtt/triggers")) return "book";
    const isOther = path.startsWith("/session") || path.startsWith("/margins");
    return method === "GET" || isOther ? "other" : "write";
  },
  troubles: TROUBLES,
};

function serve({ exchange, logins, clock, log }: ServedBy): Hono {
  const app = new Hono();

  const ok = (c: Context, data: unknown): Response => c.json({ status: "success", data });

  /** @throws KiteError without a session. */
  const accountOf = async (c: Context): Promise<string> => {
    const [, apiKey = "", access] = /^token ([^:]+):(.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
    return known(access === undefined ? undefined : await logins.accountOf(access, apiKey), noSession);
  };

  /** @throws KiteError while no day is open. */
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new KiteError(500, "GeneralException", "There is no market yet"));

  const form = async (c: Context): Promise<Record<string, string>> =>
    Object.fromEntries(new URLSearchParams(await c.req.text()));

  const done = takes(errorOf);

  app.post("/session/token", async (c) => {
    const { api_key: apiKey = "", request_token: requestToken = "", checksum = "" } = await form(c);
    // The secret is the user's own choice here: a checksum is looked at for its shape alone.
    if (!CHECKSUM.test(checksum)) throw new KiteError(403, "TokenException", "Invalid `checksum`.");
    const signedIn = await logins.exchange(requestToken, apiKey);
    if (signedIn === undefined) throw new KiteError(403, "TokenException", "Token is invalid or has expired.");
    const { clientId, accessToken } = signedIn;
    return ok(c, {
      user_type: "individual",
      user_name: "Practice account",
      user_shortname: "Practice",
      broker: "PRACTICE",
      exchanges: ["NFO", "BFO", "CDS"],
      products: ["NRML", "MIS"],
      order_types: ["MARKET", "LIMIT", "SL", "SL-M"],
      user_id: clientId,
      api_key: apiKey,
      access_token: accessToken,
      public_token: "",
      refresh_token: "",
      login_time: stampOf(clock.now()),
    });
  });

  app.delete("/session/token", async (c) => {
    await logins.end(c.req.query("access_token") ?? "");
    return ok(c, true);
  });

  app.get("/instruments", async (c) => c.text(await instrumentsCsv(await contractsNow())));
  app.get("/instruments/:exchange", async (c) =>
    c.text(await instrumentsCsv(await contractsNow(), c.req.param("exchange"))),
  );

  app.get("/user/profile", async (c) => {
    const { facts } = await exchange.book(await accountOf(c));
    return ok(c, { user_id: facts.clientId, user_name: "Practice account", broker: "PRACTICE" });
  });

  app.post("/orders/regular", async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await form(c), await contractsNow());
    return ok(c, { order_id: done(await exchange.place(accountId, placement)).order.id });
  });

  app.put("/orders/regular/:id", async (c) => {
    const accountId = await accountOf(c);
    const wish = modificationOf(await form(c));
    return ok(c, { order_id: done(await exchange.modify(accountId, c.req.param("id"), wish)).order.id });
  });

  app.delete("/orders/regular/:id", async (c) => {
    const accountId = await accountOf(c);
    return ok(c, { order_id: done(await exchange.cancel(accountId, c.req.param("id"))).order.id });
  });

  app.get("/orders", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const contracts = await contractsNow();
    return ok(c, ordersOf(book, contracts).map(orderEntity));
  });

  app.get("/trades", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const contracts = await contractsNow();
    return ok(c, tradesOf(book, contracts).map(tradeEntity));
  });

  app.get("/portfolio/positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const contracts = await contractsNow();
    const net = positionsOf(book, contracts).map(positionEntity);
    return ok(c, { net, day: net });
  });

  app.put("/portfolio/positions", async (c) => {
    const accountId = await accountOf(c);
    done(await exchange.convert(accountId, conversionOf(await form(c), await contractsNow())));
    return ok(c, true);
  });

  app.get("/portfolio/holdings", async (c) => {
    await accountOf(c);
    return ok(c, []);
  });

  app.get("/user/margins/equity", async (c) =>
    ok(c, marginEntity(fundsOf(await exchange.book(await accountOf(c)), await contractsNow()))),
  );

  app.post("/margins/basket", async (c) => {
    const accountId = await accountOf(c);
    const contracts = await contractsNow();
    const basket = await bodyOf(c);
    if (!Array.isArray(basket) || basket.length === 0) throw badInput("The basket has no orders.");
    const placements = basket.map((item: unknown) => placementOf(withProtection(item), contracts));
    const { separately, together } = await exchange.margin(accountId, placements);
    return ok(c, { initial: { total: separately }, final: { total: together }, orders: [] });
  });

  serveGtts(app, { exchange, accountOf, contractsNow, form, ok, done });

  app.notFound((c) => c.json({ status: "error", message: "Route not found", error_type: "GeneralException" }, 404));

  app.onError((error, c) => {
    if (error instanceof KiteError) {
      return c.json({ status: "error", message: error.message, data: null, error_type: error.type }, error.status);
    }
    log.error({ err: error }, "practice broker");
    return c.json({ status: "error", message: "Something went wrong.", error_type: "GeneralException" }, 500);
  });

  return app;
}

/** Margins are asked for without a protection. */
const withProtection = (item: unknown): unknown =>
  typeof item === "object" && item !== null ? { market_protection: -1, ...item } : item;
