/** A wire between browser and server that a test can cut, or let go dead, or cut again. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  readonly url: string;
  /** Ends every connection; new ones are made as before. */
  cut(): void;
  /** Refuses new connections, too, until `mend`. */
  sever(): void;
  /** Nothing passes any more, and no side hears of it: so it is after a suspended laptop or a dead router. */
  blackHole(): void;
  /** New connections pass again; those that went dead stay dead. */
  mend(): void;
  stop(): Promise<void>;
}

export async function startProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  /** Those that nothing answers are among them. */
  const all = new Set<Socket>();
  let mode: "open" | "severed" | "dead" = "open";

  const server = createServer((near) => {
    if (mode === "severed") {
      near.destroy();
      return;
    }
    all.add(near);
    near.on("close", () => all.delete(near));
    near.on("error", () => near.destroy());
    if (mode === "dead") return;
    const far = connect(port, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    far.on("error", () => far.destroy());
    near.pipe(far);
    far.pipe(near);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on("close", end);
    far.on("close", end);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  function cut(): void {
    for (const [near] of [...pairs]) near.destroy();
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    sever() {
      mode = "severed";
      cut();
    },
    blackHole() {
      mode = "dead";
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    mend: () => {
      mode = "open";
    },
    async stop() {
      const closed = new Promise((done) => server.close(done));
      for (const near of all) near.destroy();
      await closed;
    },
  };
}
