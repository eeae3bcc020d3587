/** The calls that connect a broker, and end that. */
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  type AddressRefusal,
  beginBroker,
  brokerSession,
  connectBroker,
  logOutOfBroker,
} from "#contract/wire/http/orders.ts";
import type { Connection } from "../../brokers/connections.ts";
import type { Handoff } from "../../brokers/handoff/handoff.ts";
import { type BrokerModes, modeOf } from "../../brokers/modes.ts";
import { BrokerError, type BrokerPort } from "../../brokers/port.ts";
import { AppError } from "../../platform/errors.ts";
import type { Asked, Bind } from "../../platform/http/bind.ts";
import { originOf } from "../../platform/http/client-facts.ts";
import { requireSameOriginFetch } from "../../platform/http/forgery.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Log } from "../../platform/log.ts";
import type { OrderAddresses } from "./order-addresses.ts";
import type { Asker, BrokerSessions } from "./sessions.ts";

export interface BrokerRoutes {
  readonly sessions: BrokerSessions;
  readonly ports: ReadonlyMap<string, BrokerPort>;
  readonly rateLimits: RateLimits;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** From which orders leave, as brokers see them, where users have none of their own. */
  readonly addresses: readonly string[];
  readonly orderAddresses: Pick<OrderAddresses, "of">;
  readonly modes: BrokerModes;
  readonly handoff: Pick<Handoff, "facts"> | undefined;
  /** Whether the user has had the broker trial. */
  readonly isTrialUsed: (accountId: string) => Promise<boolean>;
  /** When the broker last refused an order for the address that it came from. */
  readonly addressRefusal: (connection: Connection) => Promise<AddressRefusal | undefined>;
  readonly log: Log;
}

const COOKIE = "strikeboard-attempt";
const ATTEMPTS = { points: 20, seconds: 600 };

const askerOf = ({ user, http }: Pick<Asked<typeof beginBroker>, "user" | "http">): Asker => ({
  accountId: user.userId,
  loginSession: user.sessionId,
  address: http.get("client").address,
});

const cookieName = (http: Context<HttpEnv>): string => (http.get("client").secure ? "__Host-" : "") + COOKIE;

/** Kept in this browser between our page and the broker's; the broker leads back by a link, so it is sent then. */
function keepAttempt(http: Context<HttpEnv>, value: string): void {
  const { secure } = http.get("client");
  const life = value === "" ? { maxAge: 0 } : { maxAge: 900 };
  setCookie(http, cookieName(http), value, { path: "/", httpOnly: true, sameSite: "Lax", secure, ...life });
}

export const registerBrokers =
  ({ sessions, ports, rateLimits, publicUrl, addresses, orderAddresses, isTrialUsed, ...deps }: BrokerRoutes) =>
  (bind: Bind): void => {
    const { modes, handoff, addressRefusal, log } = deps;
    const limit = rateLimits.create({ name: "broker", ...ATTEMPTS });
    const counted = async (accountId: string): Promise<void> => {
      const wait = await limit.take(accountId);
      if (wait > 0) throw new AppError("rate-limited", undefined, { retryAfter: wait });
    };

    /** The broker's list of the day is read before an order needs it, while the user looks at something else. */
    const prepare = ({ port, session }: Connection): void => {
      port
        .prepare(session)
        .catch((error: unknown) =>
          log.warn({ broker: session.broker, err: error }, "a broker's contracts cannot be read"),
        );
    };

    bind(beginBroker, async ({ params, body, ...asked }) => {
      const asker = askerOf(asked);
      const { broker = "" } = params;
      await counted(asker.accountId);
      const redirect = `${originOf(asked.http.get("client"), publicUrl)}/api/v1/broker/${broker}`;
      const { attempt, address } = await sessions.begin(asker, broker, body.credentials, redirect).catch(refuse);
      keepAttempt(asked.http, attempt);
      return { address };
    });

    bind(connectBroker, async ({ params, body, ...asked }) => {
      const asker = askerOf(asked);
      const { broker = "" } = params;
      await counted(asker.accountId);
      const cookie = getCookie(asked.http, cookieName(asked.http));
      keepAttempt(asked.http, "");
      try {
        const connection = await sessions.connect(asker, broker, body.authToken, cookie);
        prepare(connection);
        const { session, port } = connection;
        return {
          status: "ok",
          id: session.userId,
          name: session.name.toLowerCase(),
          exp: session.endsAt,
          trial: await isTrialUsed(asker.accountId),
          isLFB: false,
          isPractice: port.facts.isPractice,
        } satisfies ResponseOf<typeof connectBroker>;
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error;
        log.info({ broker, kind: error.kind }, "a broker did not let a user in");
        return { status: "error", reason: error.message } satisfies ResponseOf<typeof connectBroker>;
      }
    });

    bind(brokerSession, async ({ user }) => {
      const connection = await sessions.live(user.userId);
      const brokers = [...ports].map(([id, { facts }]) => [id, facts.isPractice ? "practice" : "real"] as const);
      const given = (await orderAddresses.of(user.userId))?.seen;
      const offered = {
        brokers: Object.fromEntries(brokers),
        addresses: given ? [given] : [...addresses],
        handoff: handoff === undefined ? null : handoff.facts.isPractice ? ("practice" as const) : ("real" as const),
      };
      if (connection === undefined) return { data: null, ...offered };
      // A page of the user has opened: on a new day, or after a restart, the list is read before the first order then, too.
      prepare(connection);
      const { session, port } = connection;
      const { isPractice } = port.facts;
      const [trial, refusal] = await Promise.all([isTrialUsed(user.userId), addressRefusal(connection)]);
      const data = {
        broker: session.broker,
        id: session.userId,
        name: session.name.toLowerCase(),
        exp: session.endsAt,
        isPractice,
        mode: modeOf(port, modes),
        trial,
        addressRefusal: refusal ?? null,
      };
      return { data, ...offered };
    });

    bind(logOutOfBroker, async (asked) => {
      requireSameOriginFetch(asked.http);
      const was = await sessions.logOut(askerOf(asked));
      return {
        status: "success",
        message: was ? "Logged out of your broker" : "No broker was connected",
      } satisfies ResponseOf<typeof logOutOfBroker>;
    });
  };

function refuse(error: unknown): never {
  if (!(error instanceof BrokerError)) throw error;
  throw new AppError(error.kind === "away" ? "unavailable" : "forbidden", error.message, { cause: error });
}
