/** What a lasting socket says by itself, to a server on the wire, in virtual time. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { createManualClock } from "../../testing/manual-clock.ts";
import { LastingSocket } from "./lasting-socket.ts";

test("a server that wants to hear a beat hears it, beside the pings that it answers", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const heard: string[] = [];
  let pinged = 0;
  server.on("connection", (socket) => {
    socket.on("message", (data) => heard.push(String(data)));
    // Said after the pong, so that whoever has heard it has heard that, too.
    socket.on("ping", () => socket.send("pinged"));
  });
  const clock = createManualClock();
  const socket = new LastingSocket({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: {},
    greeting: ["hello"],
    ping: { everyMs: 5000 },
    beat: { frame: "beat", everyMs: 30_000 },
    clock,
    random: () => 0,
    listener: {
      message: () => undefined,
      text: () => pinged++,
      up: () => undefined,
      down: (reason) => expect.unreachable(reason),
      refused: () => expect.unreachable(),
    },
  });
  await expect.poll(() => heard).toEqual(["hello"]);
  for (let round = 1; round <= 12; round++) {
    clock.advance(5000);
    await expect.poll(() => pinged).toBe(round);
  }
  await expect.poll(() => heard).toEqual(["hello", "beat", "beat"]);
  socket.stop();
  server.close();
});
