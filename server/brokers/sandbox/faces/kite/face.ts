/**
 * Kite Connect 3 as the practice broker speaks it: what an adapter for Kite can be pointed at.
 *
 *     const face = createKiteFace({ exchange, clock, log });
 *     await face.fetch("http://practice/orders", { headers: { Authorization: "token key:access" } })
 */
import { createHash, randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import type { WallClock } from "../../../../platform/clocks.ts";
import type { Log } from "../../../../platform/log.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { Answer } from "../../placements.ts";
import type { PracticeExchange } from "../../practice-exchange.ts";
import { marginEntity, orderEntity, positionEntity, stampOf, tradeEntity } from "./entities.ts";
import { badInput, errorOf, KiteError, noSession } from "./errors.ts";
import { conversionOf, modificationOf, placementOf } from "./forms.ts";
import { instrumentsCsv } from "./instruments.ts";

export interface KiteFace {
  readonly fetch: typeof globalThis.fetch;
  /** Who has logged in on the broker's page: the token that their browser takes back. */
  requestToken(accountId: string, apiKey: string): Promise<string>;
  /** Whose request token it was; it works once. */
  spend(requestToken: string): Promise<string | undefined>;
  /** A session without a login page, for who has proved elsewhere who they are. */
  signIn(accountId: string, apiKey: string): Promise<{ readonly clientId: string; readonly accessToken: string }>;
  /** The user's id at the practice broker; undefined before the first login. */
  clientId(accountId: string): Promise<string | undefined>;
  /** Text frames of the ticker's socket: each change of an order of the token's account. Ends with the signal. */
  stream(accessToken: string, signal: AbortSignal): AsyncIterable<string>;
}

export interface KiteFaceDeps {
  readonly exchange: PracticeExchange;
  readonly clock: WallClock;
  readonly log: Log;
}

const REQUEST_TOKEN_MS = 10 * 60_000;
const ACCESS_TOKEN_MS = 24 * 3600_000;
/** What users type as their app's key is kept as a digest. */
const keyName = (apiKey: string): string => createHash("sha256").update(apiKey).digest("hex");
const CHECKSUM = /^[0-9a-f]{64}$/;

export function createKiteFace({ exchange, clock, log }: KiteFaceDeps): KiteFace {
  const { repository } = exchange;
  const app = new Hono();
  const now = (): Date => new Date(clock.now());
  const after = (ms: number): Date => new Date(clock.now() + ms);

  const ok = (c: Context, data: unknown): Response => c.json({ status: "success", data });

  /** @throws KiteError without a session. */
  const accountOf = async (c: Context): Promise<string> => {
    const [, apiKey = "", access] = /^token ([^:]+):(.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
    const token = access === undefined ? undefined : await repository.token(access, "access", now());
    if (token === undefined || token.apiKey !== keyName(apiKey)) throw noSession();
    return token.accountId;
  };

  /** @throws KiteError while no day is open. */
  const contractsNow = async (): Promise<PracticeContracts> => {
    const contracts = await exchange.contracts();
    if (contracts === undefined) throw new KiteError(500, "GeneralException", "There is no market yet");
    return contracts;
  };

  const form = async (c: Context): Promise<Record<string, string>> =>
    Object.fromEntries(new URLSearchParams(await c.req.text()));

  const done = <Value>(answer: Answer<Value>): Value => {
    if ("refusal" in answer) throw errorOf(answer.refusal);
    return answer.value;
  };

  async function signIn(accountId: string, apiKey: string) {
    const { facts } = await exchange.open(accountId);
    const accessToken = randomBytes(24).toString("base64url");
    const expiresAt = after(ACCESS_TOKEN_MS);
    await repository.keepToken(accessToken, { accountId, kind: "access", apiKey: keyName(apiKey), expiresAt });
    return { clientId: facts.clientId, accessToken };
  }

  app.post("/session/token", async (c) => {
    const { api_key: apiKey = "", request_token: requestToken = "", checksum = "" } = await form(c);
    // The secret is the user's own choice here: a checksum is looked at for its shape alone.
    if (!CHECKSUM.test(checksum)) throw new KiteError(403, "TokenException", "Invalid `checksum`.");
    const spent = await repository.spendToken(requestToken, "request", now());
    if (spent === undefined || spent.apiKey !== keyName(apiKey)) {
      throw new KiteError(403, "TokenException", "Token is invalid or has expired.");
    }
    const { clientId, accessToken } = await signIn(spent.accountId, apiKey);
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
    await repository.spendToken(c.req.query("access_token") ?? "", "access", now());
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
    return ok(
      c,
      [...book.orders.values()].map((order) => orderEntity(order, contracts, book.facts.clientId)),
    );
  });

  app.get("/trades", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const contracts = await contractsNow();
    return ok(
      c,
      book.fills.filter(({ kind }) => kind === "trade").map((fill) => tradeEntity(fill, contracts)),
    );
  });

  app.get("/portfolio/positions", async (c) => {
    const book = await exchange.book(await accountOf(c));
    const contracts = await contractsNow();
    const net = [...book.positions].map((position) => positionEntity(position, contracts));
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
    ok(c, marginEntity(await exchange.book(await accountOf(c)), await contractsNow())),
  );

  app.post("/margins/basket", async (c) => {
    const accountId = await accountOf(c);
    const contracts = await contractsNow();
    const basket: unknown = await c.req.json().catch(() => undefined);
    if (!Array.isArray(basket) || basket.length === 0) throw badInput("The basket has no orders.");
    const placements = basket.map((item: unknown) => placementOf(withProtection(item), contracts));
    const { separately, together } = await exchange.margin(accountId, placements);
    return ok(c, { initial: { total: separately }, final: { total: together }, orders: [] });
  });

  app.notFound((c) => c.json({ status: "error", message: "Route not found", error_type: "GeneralException" }, 404));

  app.onError((error, c) => {
    if (error instanceof KiteError) {
      return c.json({ status: "error", message: error.message, data: null, error_type: error.type }, error.status);
    }
    log.error({ err: error }, "practice broker");
    return c.json({ status: "error", message: "Something went wrong.", error_type: "GeneralException" }, 500);
  });

  return {
    fetch: async (input, init) => app.fetch(new Request(input, init)),

    async requestToken(accountId, apiKey) {
      await exchange.open(accountId);
      await repository.sweepTokens(now());
      const secret = randomBytes(24).toString("base64url");
      const expiresAt = after(REQUEST_TOKEN_MS);
      await repository.keepToken(secret, { accountId, kind: "request", apiKey: keyName(apiKey), expiresAt });
      return secret;
    },

    signIn,
    spend: async (requestToken) => (await repository.spendToken(requestToken, "request", now()))?.accountId,
    clientId: async (accountId) => (await repository.account(accountId))?.clientId,

    async *stream(accessToken, signal) {
      const token = await repository.token(accessToken, "access", now());
      if (token === undefined || signal.aborted) return;
      const { facts } = await exchange.book(token.accountId);
      const frames: string[] = [];
      let wake = (): void => undefined;
      const contracts = await exchange.contracts();
      const stop = exchange.listen(token.accountId, (order) => {
        frames.push(JSON.stringify({ type: "order", data: orderEntity(order, contracts, facts.clientId) }));
        wake();
      });
      const onAbort = (): void => wake();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        while (!signal.aborted) {
          const frame = frames.shift();
          if (frame === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          } else yield frame;
        }
      } finally {
        signal.removeEventListener("abort", onAbort);
        stop();
      }
    },
  };
}

/** Margins are asked for without a protection. */
const withProtection = (item: unknown): unknown =>
  typeof item === "object" && item !== null ? { market_protection: -1, ...item } : item;
