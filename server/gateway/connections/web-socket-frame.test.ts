import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { frameOf } from "./web-socket-frame.ts";
import { AckingServer, type AckingWebSocket } from "./web-sockets.ts";

/** Each side of where the header's length grows. */
const LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 200_000];

test("messages of every width of length arrive whole, in order with those that ws frames itself", async () => {
  const http = createServer();
  const server = new AckingServer({ server: http, perMessageDeflate: false });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  server.on("connection", (webSocket: AckingWebSocket) => {
    for (const length of LENGTHS) {
      const half = Math.floor(length / 2);
      webSocket.write(frameOf([Buffer.alloc(half, 1), Buffer.alloc(length - half, 2)], true));
      webSocket.send(`after ${length}`);
      webSocket.write(frameOf([Buffer.from(`text of ${length}`)], false));
    }
    webSocket.close();
    webSocket.write(frameOf([Buffer.from("after its end")], false));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const heard: string[] = [];
  client.on("message", (data: Buffer, isBinary) => {
    heard.push(isBinary ? `${data.filter((byte) => byte === 1).length} of ${data.length}` : data.toString());
  });
  await new Promise((resolve) => client.on("close", resolve));
  await new Promise((resolve) => http.close(resolve));
  expect(heard).toEqual(
    LENGTHS.flatMap((length) => [`${Math.floor(length / 2)} of ${length}`, `after ${length}`, `text of ${length}`]),
  );
});
