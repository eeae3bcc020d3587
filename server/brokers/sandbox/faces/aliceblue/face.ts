/** Alice Blue's open API as the practice broker speaks it. */
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { cancellationOf, changeOf, placementOf } from "./bodies.ts";
import { frameOf, limitEntity, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { AliceError, errorBody, errorOf, noSession } from "./errors.ts";
import { instrumentsCsv } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

const OD = "/open-api/od/v1";
const ORDERS = `${OD}/orders`;
const WRITES = new Set(["placeorder", "modify", "cancel"].map((call) => `${ORDERS}/${call}`));
/** Of the app that practice logins are made with. */
const SECRET = "practice";

export const ALICEBLUE: FaceKind = {
  name: "aliceblue",
  serve,
  // The app claims the session with a hash of user, code and secret, and never shows the code.
  issue: (logins, accountId, apiKey) =>
    logins.requestToken(accountId, apiKey, (code, clientId) =>
      createHash("sha256")
        .update(clientId + code + SECRET)
        .digest("hex"),
    ),
  frame: (change) => JSON.stringify(change ? frameOf(change) : { t: "om", norenordno: "" }),
  role: (_, path) => (path === `${ORDERS}/book` ? "book" : WRITES.has(path) ? "write" : "other"),
  troubles: TROUBLES,
};

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();

  const tokenOf = (c: Context): string => (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
  const ok = (c: Context, result: readonly object[]): Response => c.json({ status: "Ok", message: "Success", result });
  /** A list with nothing in it is refused. @param code of that. */
  const listed = (c: Context, rows: readonly object[], code: string): Response => {
    if (rows.length === 0) throw new AliceError(200, code);
    return ok(c, rows);
  };
  const written = (c: Context, brokerOrderId: string): Response => ok(c, [{ brokerOrderId }]);

  /** @throws AliceError without a session. */
  const accountOf = async (c: Context): Promise<string> => known(await logins.accountOf(tokenOf(c)), noSession);

  /** @throws AliceError while no day is open. */
  const contractsNow = async () => known(await exchange.contracts(), () => new AliceError(500, "EC003"));

  const done = takes(errorOf);

  app.post(`${OD}/vendor/getUserDetails`, async (c) => {
    const { checkSum } = ((await bodyOf(c)) ?? {}) as { checkSum?: unknown };
    const signedIn = typeof checkSum === "string" ? await logins.redeem(checkSum) : undefined;
    if (signedIn === undefined) return c.json({ stat: "Not_ok", emsg: "Invalid checksum" });
    return c.json({ stat: "Ok", clientId: signedIn.clientId, userSession: signedIn.accessToken });
  });

  app.get("/open-api/order-notify/ws/createWsToken", async (c) => {
    await accountOf(c);
    return ok(c, [{ orderToken: "practice" }]);
  });

  app.post(`${ORDERS}/placeorder`, async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    return written(c, done(await exchange.place(accountId, placement)).order.id);
  });

  app.post(`${ORDERS}/modify`, async (c) => {
    const accountId = await accountOf(c);
    const { id, wish } = changeOf(await bodyOf(c));
    done(await exchange.modify(accountId, id, wish));
    return written(c, id);
  });

  app.post(`${ORDERS}/cancel`, async (c) => {
    const accountId = await accountOf(c);
    const id = cancellationOf(await bodyOf(c));
    done(await exchange.cancel(accountId, id));
    return written(c, id);
  });

  app.get(`${ORDERS}/book`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, ordersOf(book, await contractsNow()).map(orderEntity), "EC916");
  });

  app.get(`${ORDERS}/trades`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, tradesOf(book, await contractsNow()).map(tradeEntity), "EC926");
  });

  app.get(`${OD}/positions`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return listed(c, positionsOf(book, await contractsNow()).map(positionEntity), "EC920");
  });

  app.get(`${OD}/holdings/CNC`, async (c) => {
    await accountOf(c);
    throw new AliceError(200, "EC922");
  });

  app.get(`${OD}/limits/`, async (c) => {
    const book = await exchange.book(await accountOf(c));
    return ok(c, [limitEntity(fundsOf(book, await contractsNow()))]);
  });

  app.get("/restpy/static/contract_master/V2/:file{[A-Z]+\\.csv}", async (c) =>
    c.text(await instrumentsCsv(await contractsNow(), c.req.param("file").slice(0, -".csv".length))),
  );

  app.notFound((c) => c.json(errorBody("EC003"), 404));
  app.onError((error, c) => {
    if (error instanceof AliceError) return c.json(errorBody(error.message), error.status);
    log.error({ err: error }, "practice broker");
    return c.json(errorBody("EC003"), 500);
  });
  return app;
}
