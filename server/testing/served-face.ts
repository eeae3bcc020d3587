/** A broker's face on a port of this machine: a connection that the face drops is dropped on the wire. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";

export interface ServedFace {
  /** 'http://127.0.0.1:4870' */
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveFace(fetch: typeof globalThis.fetch): Promise<ServedFace> {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        if ("closeAllConnections" in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
