/** A broker's face on a port of this machine: a connection that the face drops is dropped on the wire. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { WebSocketServer } from "ws";

export interface ServedFace {
  /** 'http://127.0.0.1:4870' */
  readonly origin: string;
  /** Of its order socket. */
  readonly socketOrigin: string;
  /** Cuts every order socket, as a line that goes down does. */
  cutSockets(): void;
  close(): Promise<void>;
}

/** Text frames of one session's order socket; undefined where the session is refused. */
export type ServedStream = (accessToken: string, signal: AbortSignal) => Promise<AsyncIterable<string> | undefined>;

const NO_STREAM: ServedStream = async () => undefined;
/** As often as Kite's ticker sends a byte where it has nothing to say. */
const HEARTBEAT_MS = 1000;

export async function serveFace(fetch: typeof globalThis.fetch, stream = NO_STREAM): Promise<ServedFace> {
  const server = createAdaptorServer({
    async fetch(request: Request, env: HttpBindings | Http2Bindings) {
      try {
        return await fetch(request);
      } catch {
        env.outgoing.destroy();
        return new Response(null, { status: 500 });
      }
    },
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", async (request, wire, head) => {
    const query = new URL(request.url ?? "/", "http://face").searchParams;
    const controller = new AbortController();
    const frames = await stream(query.get("access_token") ?? "", controller.signal);
    if (frames === undefined) {
      wire.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, wire, head, async (socket) => {
      socket.send(Buffer.of(0));
      const heartbeat = setInterval(() => socket.send(Buffer.of(0)), HEARTBEAT_MS);
      socket.on("close", () => {
        clearInterval(heartbeat);
        controller.abort();
      });
      for await (const frame of frames) socket.send(frame);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const cutSockets = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    socketOrigin: `ws://127.0.0.1:${port}`,
    cutSockets,
    close: () =>
      new Promise((resolve) => {
        cutSockets();
        if ("closeAllConnections" in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
