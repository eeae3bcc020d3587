/** A network between clients and a server that fails when a test says so: a TCP proxy on a port of its own. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

export interface UnreliableNetwork {
  readonly url: string;
  /** Every connection is reset. */
  cut(): void;
  /** Nothing passes any more, in either direction, and nobody is told. */
  stall(): void;
  /** New connections are refused, and those that there are reset. */
  refuse(): void;
  /** All is well again; what was held up passes. */
  mend(): void;
  stop(): Promise<void>;
}

/** @param port of the server, on this machine */
export async function createUnreliableNetwork(port: number): Promise<UnreliableNetwork> {
  const own = await freePort();
  const open = new Set<Socket>();
  let isRefusing = false;
  let isStalled = false;
  const server: Server = createServer((near) => {
    if (isRefusing) return void near.resetAndDestroy();
    const far = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => from.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (isStalled) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(own, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    stall() {
      isStalled = true;
      for (const socket of open) socket.pause();
    },
    refuse() {
      isRefusing = true;
      cut();
    },
    mend() {
      isRefusing = false;
      isStalled = false;
      for (const socket of open) socket.resume();
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
