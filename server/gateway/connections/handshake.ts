/** Who may connect: the origin of the page, then the ticket and what its plan allows. */
import type { IncomingMessage } from "node:http";
import { OPTION_LIVE, type Refusal, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import type { MarketMetrics } from "../../market/market-metrics.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Identities, Identity } from "../../platform/identity.ts";
import { EventBudget } from "./event-budget.ts";
import type { GatewaySocket, SocketPath } from "./socket-path.ts";

const MAX_TICKET = 512;
const NO_HEADERS = {};
const NO_QUERY = {};

/**
 * Whether a page of this origin may open a socket: our own (the Host that it asks for), or one of `allowed`. A client
 * that is no browser sends no origin; it needs a ticket like everybody.
 */
export function isAllowedOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

export interface HandshakeDeps {
  readonly identities: Identities;
  readonly clock: WallClock;
  readonly metrics: MarketMetrics;
  readonly path: SocketPath;
}

/** Middleware of a namespace. A refusal arrives at the client as `connect_error` with its words as the message. */
export function handshake(namespace: string, deps: HandshakeDeps) {
  const refuse = (next: (error?: Error) => void, why: Refusal): void => {
    deps.metrics.refusals.inc({ why });
    next(new Error(why));
  };
  return (socket: GatewaySocket, next: (error?: Error) => void): void => {
    const ticket: unknown = socket.handshake.auth.token;
    const isTicket = typeof ticket === "string" && ticket !== "" && ticket.length <= MAX_TICKET;
    const asked = isTicket ? deps.identities.byTicket(ticket) : Promise.resolve(undefined);
    asked.then(
      (identity) => {
        const refusal = refusalOf(identity, namespace);
        if (identity === undefined || refusal !== undefined) {
          refuse(next, refusal ?? "unauthorized");
          return;
        }
        socket.data.identity = identity;
        socket.data.ticket = String(ticket);
        socket.data.budget = new EventBudget(deps.clock);
        socket.data.line = deps.path.lineOf(socket.conn);
        // Nobody asks for them again, and a socket would keep them: 1 KB.
        socket.handshake.headers = NO_HEADERS;
        socket.handshake.query = NO_QUERY;
        next();
      },
      () => refuse(next, "unauthorized"),
    );
  };
}

/** The one-minute plan has no ticks; everything needs a subscription. */
function refusalOf(identity: Identity | undefined, namespace: string): Refusal | undefined {
  if (identity === undefined) return "unauthorized";
  const isTicks = namespace === OPTION_LIVE || namespace === SINGLE_LIVE;
  return !identity.subscribed || (isTicks && identity.plan === "1min") ? "no subscription" : undefined;
}
