/** What every call about orders begins with: whose connection it is, and which press of a button. */
import { createHash, randomUUID } from "node:crypto";
import { ORDER_KEY, ORDER_KEY_HEADER } from "#contract/wire/http/order-bodies.ts";
import type { Connection, Connections } from "../../brokers/connections.ts";
import { BrokerError } from "../../brokers/port.ts";
import { TOKEN_EXPIRED } from "../../brokers/session-over.ts";
import { AppError } from "../../platform/errors.ts";
import type { Asked } from "../../platform/http/bind.ts";
import type { Listing } from "./entry/listing.ts";
import { bodyHash, type Submission } from "./intents/intent.ts";

export interface AtBrokerDeps {
  readonly connections: Connections;
  /** The user looks at this broker: its changes are told. */
  readonly watch: (connection: Connection) => void;
}

type From = Pick<Asked, "params" | "http"> & { readonly user: { readonly userId: string } };

/** Asks the user's broker, and drops a connection that it says is over. @throws AppError */
export type AtBroker = <Reply>(from: From, ask: (connection: Connection) => Promise<Reply>) => Promise<Reply>;

export const createAtBroker =
  ({ connections, watch }: AtBrokerDeps): AtBroker =>
  async ({ params, user }, ask) => {
    const connection = await connections.live(user.userId);
    if (connection?.session.broker !== params["broker"]) throw new AppError("forbidden", TOKEN_EXPIRED);
    watch(connection);
    try {
      return await ask(connection);
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      if (error.kind !== "session") {
        throw new AppError(error.kind === "away" ? "unavailable" : "forbidden", error.message, { cause: error });
      }
      await connections.expired(connection);
      throw new AppError("forbidden", TOKEN_EXPIRED, { cause: error });
    }
  };

/**
 * For what needs to know which contracts are listed. A process that has just started may know no day yet. That is a refusal
 * and no outage (5xx): nothing was sent, and whoever pressed is not left in doubt.
 *
 * @throws AppError 409
 */
export const onOpenDay =
  (atBroker: AtBroker, listing: Pick<Listing, "hasDay">): AtBroker =>
  (from, ask) =>
    atBroker(from, async (connection) => {
      if (!listing.hasDay)
        throw new AppError("conflict", "The market's day is not here yet. Nothing was sent: try again");
      return ask(connection);
    });

/**
 * For what sends. Adapters never throw at a write: what could not be read, was read to decide what to send. That, too, is a refusal and
 * no outage: nothing left, and whoever pressed may press again.
 *
 * @throws AppError 409
 */
export const toSend =
  (atBroker: AtBroker): AtBroker =>
  (from, ask) =>
    atBroker(from, async (connection) => {
      try {
        return await ask(connection);
      } catch (error) {
        if (!(error instanceof BrokerError) || error.kind !== "away") throw error;
        throw new AppError("conflict", `Nothing was sent: ${error.message}`, { cause: error });
      }
    });

/** @throws AppError 400 for a key that is none. */
export function submissionOf({ http, params }: Pick<Asked, "http" | "params">, body: unknown): Submission {
  const hash = createHash("sha256")
    .update(http.get("route") ?? "")
    .update(params["broker"] ?? "");
  const ofBody = hash.update(bodyHash(body)).digest();
  const header = http.req.header(ORDER_KEY_HEADER);
  if (header === undefined) return { key: randomUUID(), batch: 0, bodyHash: ofBody };
  const [, key, batch] = ORDER_KEY.exec(header) ?? [];
  if (key === undefined) throw new AppError("bad-request", `${ORDER_KEY_HEADER} is not '{key}/{batch}'`);
  return { key, batch: Number(batch), bodyHash: ofBody };
}
