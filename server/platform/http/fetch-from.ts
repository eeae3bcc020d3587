/**
 * A `fetch` whose connections leave by a chosen address of this machine, for the few who are known by theirs. Node's own `fetch`
 * cannot choose one; its HTTP client can. It follows no redirect, and asks for no compression.
 *
 *     const reply = await fetchFrom("203.0.113.7")("https://api.example.com/orders", { method: "POST", body });
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";

/** As much of `fetch` as providers need. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface FetchInit {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: "error";
  readonly signal: AbortSignal;
}

/** As long as `fetch` keeps a quiet connection: longer ones meet servers that have closed theirs already. */
const KEPT = { keepAlive: true, timeout: 4000 };
// Agents keep connections apart by their local address, too.
const AGENTS = { "http:": new http.Agent(KEPT), "https:": new https.Agent(KEPT) };
/** Statuses that have no body. */
const EMPTY = new Set([204, 205, 304]);

/** @param localAddress of this machine; the other side is then reached in the same family of addresses. */
export const fetchFrom =
  (localAddress: string): Fetch =>
  (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url);
      const isSafe = protocol === "https:";
      const options = { method, headers, signal, localAddress, family: isIP(localAddress) };
      const request = isSafe
        ? https.request(url, { ...options, agent: AGENTS["https:"] })
        : http.request(url, { ...options, agent: AGENTS["http:"] });
      request.on("error", reject);
      request.on("response", (reply) => {
        const { statusCode: status = 0, headers: told } = reply;
        if (status >= 300 && status < 400 && told.location !== undefined) {
          reply.destroy();
          reject(new Error("it leads elsewhere"));
          return;
        }
        resolve(
          new Response(EMPTY.has(status) ? drained(reply) : (Readable.toWeb(reply) as ReadableStream), { status }),
        );
      });
      request.end(body);
    });

/** Nothing comes, and the connection can be used again. */
function drained(reply: http.IncomingMessage): null {
  reply.resume();
  return null;
}
