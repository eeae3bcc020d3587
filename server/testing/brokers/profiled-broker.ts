/** A broker of the catalogue in practice: its own adapter over its own face, with the market that a test quotes. */
import { brokerOf, type TokenForm } from "#contract/domain/account/brokers.ts";
import { ADAPTED } from "../../brokers/catalogue.ts";
import { PRACTICE_APP } from "../../brokers/login/practice-port.ts";
import type { AuthToken, BrokerPort, BrokerSession, Sent } from "../../brokers/port.ts";
import type { ProfileId } from "../../brokers/profiles.ts";
import { createFace, type Face, issuedBy } from "../../brokers/sandbox/faces/face.ts";
import { createPracticeExchange, type PracticeExchange } from "../../brokers/sandbox/practice-exchange.ts";
import { ticksOf } from "../../brokers/ticks.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { silentLog } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound.ts";
import type { QuotedMarket } from "./quoted-market.ts";

export const PRACTICE_ORIGIN = "http://practice.localhost";

export interface ProfiledBroker {
  readonly exchange: PracticeExchange;
  readonly face: Face;
  readonly port: BrokerPort;
  /** The same adapter over another way to the face. */
  over(fetch: typeof globalThis.fetch, origin?: string): BrokerPort;
  logIn(accountId: string, through?: BrokerPort): Promise<BrokerSession>;
}

export interface ProfiledDeps {
  readonly orm: Orm;
  readonly market: QuotedMarket;
  readonly clock: WallClock;
  readonly term?: number | undefined;
}

const OWN_KEY = ["any key", "any secret"] as const;

export function openProfiled(id: ProfileId, { orm, market, clock, term }: ProfiledDeps): ProfiledBroker {
  const { open, face: kind } = ADAPTED[id];
  const exchange = createPracticeExchange({ orm, market, clock, log: silentLog, term });
  const face = createFace(kind, { exchange, clock, log: silentLog });
  const over = (fetch: typeof globalThis.fetch | undefined, api = PRACTICE_ORIGIN): BrokerPort =>
    open({
      ...{ api, clock, app: PRACTICE_APP, isPractice: true },
      day: () => market.time().date,
      tickOf: ticksOf(market),
      outbound: createOutbound({ origins: [api], timeoutMs: 8000, maxBytes: 1 << 24, ...(fetch && { fetch }) }),
      stream: (session, signal) => face.stream(session.secrets["accessToken"] ?? "", signal),
    });
  const port = over(face.fetch);
  return {
    ...{ exchange, face, port, over },
    async logIn(accountId, through = port) {
      const { login, token } = brokerOf(id) ?? { login: undefined, token: undefined };
      const credentials = login?.kind === "credentials" ? OWN_KEY : [];
      const code = await issuedBy(kind, face.logins, accountId, credentials[0] ?? PRACTICE_APP.key);
      const clientId = (await face.logins.clientId(accountId)) ?? "";
      const values: Readonly<Record<TokenForm["kind"], AuthToken>> = {
        code,
        remembered: code,
        pair: [code, clientId],
        password: [clientId, code, "0".repeat(64)],
        keys: [code, OWN_KEY[0], id],
      };
      return through.connect(values[token?.kind ?? "code"], {
        accountId,
        id: "a",
        broker: id,
        redirect: `${PRACTICE_ORIGIN}/api/v1/broker/${id}`,
        credentials,
      });
    },
  };
}

/** What was asked for has been done. */
export function doneOf<Value>(sent: Sent<Value>): Value {
  if (sent.kind !== "done") throw new Error(JSON.stringify(sent));
  return sent.value;
}
