/** Who may connect: the origin of the page, then the ticket and what its plan allows. */
import type { IncomingMessage } from "node:http";
import { NAMESPACES, OPTION_LIVE, type Refusal, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import type { MarketMetrics } from "../../market/market-metrics.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { forwardedAddress, networkOf } from "../../platform/http/client-facts.ts";
import type { Admission, Answer } from "./admission.ts";
import { EventBudget } from "./event-budget.ts";
import type { Sessions } from "./sessions.ts";
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
  readonly admission: Pick<Admission, "identify">;
  readonly sessions: Pick<Sessions, "admits">;
  /** Whether a proxy says where a client is. */
  readonly trustProxy: boolean;
  readonly clock: WallClock;
  readonly metrics: MarketMetrics;
  readonly path: SocketPath;
}

/** Refusals after which a connection ends: one for each namespace, and that is said. */
const MOST_REFUSALS = NAMESPACES.length;

/** Middleware of a namespace. A refusal arrives at the client as `connect_error` with its words as the message. */
export function handshake(namespace: string, deps: HandshakeDeps) {
  return (socket: GatewaySocket, next: (error?: Error) => void): void => {
    const { conn } = socket;
    const line = deps.path.lineOf(conn);
    const refuse = (why: Refusal): void => {
      deps.metrics.refusals.inc({ why });
      if (why !== "try again") line.refusals++;
      next(new Error(why));
      if (line.refusals > MOST_REFUSALS) cutOff();
    };
    const cutOff = (): void => {
      if (conn.readyState !== "open") return;
      deps.metrics.cutOff.inc({ why: "flood" });
      conn.close();
    };
    // No client of anybody's asks twice for what it has, or is about to be told of.
    if (!line.ask(namespace)) {
      next(new Error("rate limit" satisfies Refusal));
      cutOff();
      return;
    }
    const ticket: unknown = socket.handshake.auth.token;
    const isTicket = typeof ticket === "string" && ticket !== "" && ticket.length <= MAX_TICKET;
    const address = addressOf(socket, deps.trustProxy);
    const isGone = (): boolean => conn.readyState !== "open";
    const asking = isTicket ? deps.admission.identify({ ticket, address, isGone }) : Promise.resolve(undefined);
    asking.then(
      (answer) => {
        const refusal = refusalOf(answer, namespace);
        if (typeof answer !== "object" || refusal !== undefined) {
          line.left(namespace);
          refuse(refusal ?? "unauthorized");
          return;
        }
        if (!isGone() && !deps.sessions.admits(answer.sessionId, conn, line)) {
          line.left(namespace);
          refuse("too many tabs");
          return;
        }
        socket.data.identity = answer;
        socket.data.ticket = String(ticket);
        socket.data.budget = new EventBudget(deps.clock);
        socket.data.line = line;
        line.admit();
        // Nobody asks for them again, and a socket would keep them: 1 KB.
        socket.handshake.headers = NO_HEADERS;
        socket.handshake.query = NO_QUERY;
        socket.handshake.time = "";
        next();
      },
      // The session cannot be looked up: that says nothing of it, and the client comes again.
      () => {
        line.left(namespace);
        refuse("try again");
      },
    );
  };
}

/** What strangers are counted by. */
function addressOf({ handshake: { headers, address } }: GatewaySocket, trustProxy: boolean): string {
  return networkOf((trustProxy ? forwardedAddress(headers["x-forwarded-for"]) : undefined) ?? address);
}

/**
 * The one-minute plan has no ticks; everything needs a subscription. Who was away while he logged in elsewhere hears of that
 * when he comes back.
 */
function refusalOf(answer: Answer, namespace: string): Refusal | undefined {
  if (typeof answer !== "object") return answer === "multiLogout" ? answer : "unauthorized";
  const isTicks = namespace === OPTION_LIVE || namespace === SINGLE_LIVE;
  return !answer.subscribed || (isTicks && answer.plan === "1min") ? "no subscription" : undefined;
}
