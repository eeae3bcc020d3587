import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { binaryFrame, textFrame } from "./web-socket-frame.ts";
import { AckingServer, webSocketOf } from "./web-sockets.ts";

test("frames of every length arrive between those of ws, in order, and none after the goodbye", async () => {
  const http = createServer();
  const server = new AckingServer({ server: http });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
  server.on("connection", (_, request) => {
    const webSocket = webSocketOf(request);
    for (const length of lengths) {
      webSocket.send(`before ${length}`);
      webSocket.write(binaryFrame([Buffer.alloc(length >> 1, 1), Buffer.alloc(length - (length >> 1), 2)]));
      webSocket.write(textFrame("x".repeat(length)));
    }
    webSocket.close();
    webSocket.write(textFrame("too late"));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const heard: string[] = [];
  client.on("message", (data: Buffer, isBinary) => {
    const text = data.toString("latin1");
    const isRight = !isBinary || data.every((byte, i) => byte === (i < data.length >> 1 ? 1 : 2));
    heard.push(
      isBinary ? `binary ${isRight ? data.length : "wrong"}` : text.startsWith("before") ? text : `text ${text.length}`,
    );
  });
  const [code] = await once(client, "close");
  expect(code).toBe(1005);
  expect(heard).toEqual(lengths.flatMap((length) => [`before ${length}`, `binary ${length}`, `text ${length}`]));
  server.close();
  http.close();
});
