/** 5paisa's open API as the practice broker speaks it: everything is posted, with the app's key in the head. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { fundsOf, ordersOf, positionsOf, rounded, tradesOf } from "../../views.ts";
import type { FaceKind, ServedBy } from "../face.ts";
import { bodyOf, known, takes } from "../frame.ts";
import { basketOf, cancellationOf, changeOf, conversionOf, placementOf, quotedOf } from "./bodies.ts";
import { EXCHANGE_PREFIX, marginEntity, orderEntity, positionEntity, tradeEntity } from "./entities.ts";
import { badInput, errorBody, errorOf, noSession, PaisaError, reply } from "./errors.ts";
import { instrumentsCsv } from "./instruments.ts";
import { TROUBLES } from "./troubles.ts";

const SERVICE = "/VendorsAPI/Service1.svc";
const BOOK = `${SERVICE}/V3/OrderBook`;
const WRITES = new Set(
  ["V1/PlaceOrderRequest", "V1/ModifyOrderRequest", "V1/CancelOrderRequest", "PositionConversion"].map(
    (call) => `${SERVICE}/${call}`,
  ),
);
const Request = z.object({ head: z.object({ key: z.string() }), body: z.object({ ClientCode: z.string() }).loose() });
const Login = z.object({
  head: z.object({ Key: z.string() }),
  body: z.object({ RequestToken: z.string(), EncryKey: z.string(), UserId: z.string() }),
});

export const FIVEPAISA: FaceKind = {
  name: "fivepaisa",
  serve,
  // A second socket would end the first: there is none to listen to.
  frame: () => "{}",
  role: (_, path) => (path === BOOK ? "book" : WRITES.has(path) ? "write" : "other"),
  troubles: TROUBLES,
};

interface Asked {
  readonly accountId: string;
  readonly body: unknown;
}

function serve({ exchange, logins, log }: ServedBy): Hono {
  const app = new Hono();

  const ok = (c: Context, body: object): Response => c.json(reply("5P", { ...body, Message: "Success", Status: 0 }));

  /** @throws PaisaError without a session of the app. */
  const asked = async (c: Context): Promise<Asked> => {
    const request = Request.safeParse(await bodyOf(c));
    const token = (c.req.header("authorization") ?? "").replace(/^bearer /i, "");
    const accountId = request.success ? await logins.accountOf(token, request.data.head.key) : undefined;
    if (accountId === undefined || !request.success) throw noSession();
    if (request.data.body.ClientCode !== (await logins.clientId(accountId))) throw noSession();
    return { accountId, body: request.data.body };
  };

  /** @throws PaisaError while no day is open. */
  const contractsNow = async () => known(await exchange.contracts(), () => new PaisaError(-1, "Exception occurred"));

  const done = takes(errorOf);

  app.post(`${SERVICE}/GetAccessToken`, async (c) => {
    const login = Login.safeParse(await bodyOf(c));
    const signedIn = login.success
      ? await logins.exchange(login.data.body.RequestToken, login.data.head.Key)
      : undefined;
    if (signedIn === undefined) {
      return c.json(reply("5PGAT", { AccessToken: "", ClientCode: "", Message: "Invalid or expired RequestToken" }));
    }
    const { accessToken: AccessToken, clientId: ClientCode } = signedIn;
    return c.json(reply("5PGAT", { AccessToken, ClientCode, Message: "Success" }));
  });

  app.post(`${SERVICE}/V1/PlaceOrderRequest`, async (c) => {
    const { accountId, body } = await asked(c);
    const placement = placementOf(body, await contractsNow());
    const { id } = done(await exchange.place(accountId, placement)).order;
    return ok(c, { BrokerOrderID: id, ExchOrderID: "0", RemoteOrderID: placement.tag, RMSResponseCode: 1 });
  });

  app.post(`${SERVICE}/V1/ModifyOrderRequest`, async (c) => {
    const { accountId, body } = await asked(c);
    const { id, wish } = changeOf(body);
    done(await exchange.modify(accountId, id, wish));
    return ok(c, { BrokerOrderID: id, ExchOrderID: EXCHANGE_PREFIX + id });
  });

  app.post(`${SERVICE}/V1/CancelOrderRequest`, async (c) => {
    const { accountId, body } = await asked(c);
    const id = cancellationOf(body);
    done(await exchange.cancel(accountId, id));
    return ok(c, { BrokerOrderID: id, ExchOrderID: EXCHANGE_PREFIX + id });
  });

  app.post(`${SERVICE}/PositionConversion`, async (c) => {
    const { accountId, body } = await asked(c);
    done(await exchange.convert(accountId, conversionOf(body, await contractsNow())));
    return ok(c, {});
  });

  app.post(BOOK, async (c) => {
    const { accountId } = await asked(c);
    const rows = ordersOf(await exchange.book(accountId), await contractsNow());
    if (rows.length === 0) throw new PaisaError(1, "No orders found for this Client.");
    return ok(c, { OrderBookDetail: rows.map(orderEntity) });
  });

  app.post(`${SERVICE}/V1/TradeBook`, async (c) => {
    const { accountId } = await asked(c);
    const rows = tradesOf(await exchange.book(accountId), await contractsNow());
    return ok(c, { TradeBookDetail: rows.length === 0 ? null : rows.map(tradeEntity) });
  });

  app.post(`${SERVICE}/V2/NetPositionNetWise`, async (c) => {
    const { accountId } = await asked(c);
    const rows = positionsOf(await exchange.book(accountId), await contractsNow());
    return ok(c, { NetPositionDetail: rows.length === 0 ? null : rows.map(positionEntity) });
  });

  app.post(`${SERVICE}/V3/Holding`, async (c) => {
    await asked(c);
    return ok(c, { Data: null });
  });

  app.post(`${SERVICE}/V4/Margin`, async (c) => {
    const { accountId } = await asked(c);
    const funds = fundsOf(await exchange.book(accountId), await contractsNow());
    return ok(c, { EquityMargin: [marginEntity(funds)] });
  });

  app.post(`${SERVICE}/MultiOrderMargin`, async (c) => {
    const { accountId, body } = await asked(c);
    const { together } = await exchange.margin(accountId, basketOf(body, await contractsNow()));
    const { available } = fundsOf(await exchange.book(accountId), await contractsNow());
    return ok(c, { AvailableMargin: available, TotalMarginRequired: rounded(together) });
  });

  app.post(`${SERVICE}/V1/MarketFeed`, async (c) => {
    const { body } = await asked(c);
    const contracts = await contractsNow();
    const last = contracts.last(quotedOf(body, contracts));
    if (last === undefined) throw badInput("instrument: it has no price");
    return ok(c, { Data: [{ LastRate: last }] });
  });

  app.get(`${SERVICE}/ScripMaster/segment/All`, async (c) => c.text(await instrumentsCsv(await contractsNow())));

  app.notFound((c) => c.json(reply("5PErr", { Status: -1, Message: "Route not found" }), 404));
  app.onError((error, c) => {
    if (error instanceof PaisaError) return c.json(errorBody(error));
    log.error({ err: error }, "practice broker");
    return c.json(errorBody({ status: -1, message: "Exception occurred" }), 500);
  });
  return app;
}
