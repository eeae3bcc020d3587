import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { BINARY, frameOf, TEXT } from "./frame.ts";

const http = createServer();
let network: Duplex;
let client: WebSocket;

beforeEach(async () => {
  const server = new WebSocketServer({ noServer: true });
  http.once("upgrade", (request, socket, head) => {
    network = socket;
    server.handleUpgrade(request, socket, head, () => undefined);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  await once(client, "open");
});
afterEach(() => {
  client.terminate();
  http.close();
});

// Each side of the lengths at which the head of a frame grows.
it.each([0, 1, 125, 126, 65_535, 65_536])("a client reads the %i bytes of a message", async (length) => {
  const payload = Buffer.from(Uint8Array.from({ length }, (_, i) => i % 251));
  const message = once(client, "message");
  network.write(frameOf(BINARY, [payload.subarray(0, length >> 1), payload.subarray(length >> 1)], length));
  expect(await message).toEqual([payload, true]);
});

it("a text is one", async () => {
  const payload = Buffer.from('42["₹"]');
  const message = once(client, "message");
  network.write(frameOf(TEXT, [payload], payload.length));
  expect(await message).toEqual([payload, false]);
});
