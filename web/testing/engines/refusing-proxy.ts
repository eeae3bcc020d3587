/** Stands before the product: cuts connections, and answers calls with 404 when told to, whatever engine makes them and from which thread. */
import { request as ask, createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface RefusingProxy {
  readonly url: string;
  /** Ends every connection; new ones are made as before. */
  cut(): void;
  /** Answers calls whose path contains one of the words with 404. @returns the end of it */
  refuse(words: readonly string[]): () => void;
  stop(): Promise<void>;
}

const REFUSAL = JSON.stringify({ status: "error", message: "There is no such day." });

/** @param port of the product. */
export async function startRefusingProxy(port: number): Promise<RefusingProxy> {
  const sockets = new Set<Socket>();
  let refused: readonly string[] = [];

  const server = createServer((near, reply) => {
    const path = new URL(near.url ?? "/", "http://any").pathname;
    if (refused.some((word) => path.includes(word))) {
      near.resume();
      reply.writeHead(404, { "content-type": "application/json", "cache-control": "no-store" }).end(REFUSAL);
      return;
    }
    const { method, url, headers } = near;
    const far = ask({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(reply);
      answer.on("error", () => reply.destroy());
    });
    far.on("error", () => reply.destroy());
    reply.on("close", () => far.destroy());
    near.pipe(far);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (near: IncomingMessage, socket: Socket, head: Buffer) => {
    const far = connect(port, "127.0.0.1", () => {
      far.write(`${near.method} ${near.url} HTTP/1.1\r\n${headerLines(near.rawHeaders)}\r\n`);
      far.write(head);
      far.pipe(socket);
      socket.pipe(far);
    });
    far.on("error", () => far.destroy());
    far.on("close", () => socket.destroy());
    socket.on("close", () => far.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  const cut = (): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    refuse(words) {
      refused = words;
      return () => {
        refused = [];
      };
    },
    async stop() {
      const closed = new Promise((done) => server.close(done));
      cut();
      await closed;
    },
  };
}

/** @param raw names and values in turn */
const headerLines = (raw: readonly string[]): string =>
  raw.map((part, i) => (i % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join("");
