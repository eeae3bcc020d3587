/** Noren as the practice broker speaks it: Shoonya's and Flattrade's calls are the same, their logins and lists are not. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { PracticeContracts } from "../../contracts.ts";
import { fundsOf, ordersOf, positionsOf, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { changeOf, numberOf, parse, readerOf, requestOf } from "./bodies.ts";
import { limitsEntity, NAMES, orderEntity, partsOf, positionEntity, stampOf, tradeEntity } from "./entities.ts";
import { badInput, errorOf, NorenError, noData, noSession } from "./errors.ts";
import { scripMaster, symbolsZip } from "./lists.ts";
import { TROUBLES } from "./troubles.ts";

const WRITES = /\/(?:PlaceOrder|ModifyOrder|CancelOrder|ProductConversion)$/;
const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const Password = z.object({ uid: z.string().min(1), pwd: HASH, factor2: z.string(), appkey: HASH });
const ApiToken = z.object({ api_key: z.string(), request_code: z.string(), api_secret: HASH });

/** @param path before every call. @param login adds the broker's way in, and its lists. */
const norenFace = (name: string, path: string, login: (app: Hono, by: Serving) => void): FaceKind => ({
  name,
  serve: (by) => serve(path, login, by),
  frame: (change) => JSON.stringify(change ? { ...orderEntity(change), t: "om", reporttype: "New" } : { t: "om" }),
  role(_method, called) {
    if (called.endsWith("/OrderBook")) return "book";
    return WRITES.test(called) ? "write" : "other";
  },
  troubles: TROUBLES,
});

interface Serving extends ServedBy {
  /** @throws NorenError while no day is open. */
  contractsNow(): Promise<PracticeContracts>;
  ok(c: Context, reply: object): Response;
}

/** Who has a session, and what they sent. */
interface Asked {
  readonly accountId: string;
  readonly fields: unknown;
}

function serve(path: string, login: (app: Hono, by: Serving) => void, by: ServedBy): Hono {
  const { exchange, logins, clock, log } = by;
  const app = new Hono();

  const ok: Serving["ok"] = (c, reply) => c.json({ stat: "Ok", request_time: stampOf(clock.now()), ...reply });
  const contractsNow = async () =>
    known(await exchange.contracts(), () => new NorenError(500, "There is no market yet"));

  const done = takes(errorOf);

  const call = (named: string, answer: (asked: Asked, c: Context) => Promise<Response>): void => {
    app.post(`${path}/${named}`, async (c) => {
      const { fields, key } = requestOf(await c.req.text());
      const bearer = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
      const accountId = known(await logins.accountOf(bearer ?? key), noSession);
      const { uid } = parse(z.object({ uid: z.string() }), fields);
      if (uid !== (await logins.clientId(accountId))) throw noSession();
      return answer({ accountId, fields }, c);
    });
  };
  /** A list; one that has nothing in it is refused. */
  const list = (c: Context, rows: readonly object[]): Response => {
    if (rows.length === 0) throw noData();
    return c.json(rows);
  };
  const reader = async () => readerOf(NAMES, await contractsNow());

  login(app, { ...by, contractsNow, ok });

  call("Logout", async (_, c) => {
    const { key } = requestOf(await c.req.text());
    await logins.end(/^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? key);
    return ok(c, {});
  });

  call("PlaceOrder", async ({ accountId, fields }, c) => {
    const { id } = done(await exchange.place(accountId, (await reader()).placement(fields))).order;
    return ok(c, { norenordno: id });
  });
  call("ModifyOrder", async ({ accountId, fields }, c) => {
    const { id, wish } = changeOf(fields);
    done(await exchange.modify(accountId, id, wish));
    return ok(c, { result: id });
  });
  call("CancelOrder", async ({ accountId, fields }, c) => {
    const id = numberOf(fields);
    done(await exchange.cancel(accountId, id));
    return ok(c, { result: id });
  });

  call("OrderBook", async ({ accountId }, c) => {
    const book = await exchange.book(accountId);
    return list(c, ordersOf(book, await contractsNow()).map(orderEntity));
  });
  call("TradeBook", async ({ accountId }, c) => {
    const book = await exchange.book(accountId);
    return list(c, tradesOf(book, await contractsNow()).map(tradeEntity));
  });
  call("PositionBook", async ({ accountId }, c) => {
    const book = await exchange.book(accountId);
    const positions = positionsOf(book, await contractsNow());
    return list(
      c,
      positions.map((position) => positionEntity(position, book.facts.clientId)),
    );
  });
  call("ProductConversion", async ({ accountId, fields }, c) => {
    done(await exchange.convert(accountId, (await reader()).conversion(fields)));
    return ok(c, {});
  });
  call("Holdings", async (_, c) => list(c, []));
  call("Limits", async ({ accountId }, c) => {
    const funds = fundsOf(await exchange.book(accountId), await contractsNow());
    return ok(c, limitsEntity(funds));
  });
  call("GetBasketMargin", async ({ accountId, fields }, c) => {
    const { separately, together } = await exchange.margin(accountId, (await reader()).basket(fields));
    const { blocked } = fundsOf(await exchange.book(accountId), await contractsNow());
    return ok(c, {
      marginused: String(blocked + separately),
      marginusedtrade: String(blocked + together),
      marginusedprev: String(blocked),
      remarks: "",
    });
  });
  call("GetQuotes", async ({ fields }, c) => {
    const contracts = await contractsNow();
    const contract = (await reader()).quoted(fields);
    const last = contracts.last(contract);
    if (last === undefined) throw noData();
    const { bid, ask } = contracts.quote(contract);
    const { priceScale } = contract.room.day;
    return ok(c, {
      ...partsOf(contract),
      token: String(contract.token),
      ls: String(contract.lot),
      ti: String(contracts.tick(contract.key)),
      lp: String(last),
      bp1: String(Math.max(bid, 0) / priceScale),
      sp1: String(Math.max(ask, 0) / priceScale),
    });
  });

  app.notFound((c) => c.json({ stat: "Not_Ok", emsg: "Route not found" }, 404));
  app.onError((error, c) => {
    if (error instanceof NorenError) {
      return c.json({ stat: "Not_Ok", request_time: stampOf(clock.now()), emsg: error.message }, error.status);
    }
    log.error({ err: error }, "practice broker");
    return c.json({ stat: "Not_Ok", emsg: "Server Timeout :  " }, 500);
  });
  return app;
}

/** By the specification's form: user, password's hash, and a one-time password that the practice broker has issued. */
export const SHOONYA_FACE = norenFace("shoonya", "/NorenWClientAPI", (app, { logins, contractsNow, ok }) => {
  app.post("/NorenWClientTP/QuickAuth", async (c) => {
    const { factor2 } = parse(Password, requestOf(await c.req.text()).fields);
    const signedIn = await logins.redeem(factor2);
    if (signedIn === undefined) throw badInput("Wrong user id, password or OTP");
    const { clientId, accessToken } = signedIn;
    return ok(c, { susertoken: accessToken, uid: clientId, actid: clientId, uname: "Practice account" });
  });
  app.get("/:file{[A-Z]+_symbols\\.txt\\.zip}", async (c) => {
    const archive = await symbolsZip(await contractsNow(), c.req.param("file").slice(0, 3));
    return c.body(new Uint8Array(archive), 200, { "Content-Type": "application/zip" });
  });
});

export const FLATTRADE_FACE = norenFace("flattrade", "/PiConnectAPI", (app, { logins, contractsNow }) => {
  app.post("/trade/apitoken", async (c) => {
    const asked = parse(ApiToken, await bodyOf(c));
    // The secret is the user's own choice here: its hash is looked at for its shape alone.
    const signedIn = await logins.exchange(asked.request_code, asked.api_key);
    if (signedIn === undefined) throw badInput("INVALID_REQUEST_CODE: it is wrong, or has expired");
    return c.json({ token: signedIn.accessToken, client: signedIn.clientId, status: "Ok", emsg: "" });
  });
  app.get("/scripmaster/:file{[A-Za-z_]+\\.csv}", async (c) => {
    const list = await scripMaster(await contractsNow(), c.req.param("file").slice(0, -".csv".length));
    return list === undefined ? c.notFound() : c.text(list);
  });
});
