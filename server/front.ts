/**
 * The HTTP server of a process that users reach. It listens before anything slow is done: while the server starts it says
 * that it is alive, not ready, and what it is doing; then it hands every request to the app.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listen } from "./listen.ts";

export interface Front {
  readonly server: Server;
  /** The port that it got. */
  readonly port: number;
  /** What the server is doing until it is ready, in a few words. */
  doing(words: string): void;
  /** The app answers from now on. */
  handOver(app: RequestListener): void;
  /** The gateway answers upgrades from now on; until then clients are told to come again. */
  handOverUpgrades(): void;
}

/** Seconds after which clients come again. */
const RETRY_AFTER = "1";

/** @throws StartError */
export async function openFront(port: number, host: string): Promise<Front> {
  let words = "starting";
  let answer: RequestListener = starting;
  // One listener for good: Socket.IO keeps those that it finds, and calls them.
  const server = createServer((request, reply) => answer(request, reply));
  server.on("upgrade", refuseUpgrade);

  function starting({ url = "" }: IncomingMessage, reply: ServerResponse): void {
    reply.setHeader("Cache-Control", "no-store");
    if (url === "/healthz") return void json(reply, 200, { status: "ok" });
    reply.setHeader("Retry-After", RETRY_AFTER);
    if (url === "/readyz") return void json(reply, 503, { status: "starting", doing: words });
    if (url.startsWith("/api/")) return void json(reply, 503, { status: "error", message: `Strikeboard is ${words}.` });
    reply.writeHead(503, { "Content-Type": "text/html; charset=utf-8", Refresh: RETRY_AFTER });
    reply.end(`<!doctype html><title>Strikeboard</title><p>Strikeboard is ${words}. This page opens by itself.</p>`);
  }

  return {
    server,
    port: await listen(server, port, host),
    doing(now) {
      words = now;
    },
    handOver(app) {
      answer = app;
    },
    handOverUpgrades() {
      server.off("upgrade", refuseUpgrade);
    },
  };
}

function json(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { "Content-Type": "application/json" });
  reply.end(JSON.stringify(body));
}

/** No sockets yet: clients come again. */
function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.end(`HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${RETRY_AFTER}\r\nConnection: close\r\n\r\n`);
}
