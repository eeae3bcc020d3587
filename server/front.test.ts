/** What the port answers while the server starts, and that the app has it afterwards. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Front, openFront } from "./front.ts";

let front: Front;
beforeEach(async () => {
  front = await openFront(0, "127.0.0.1");
});
afterEach(async () => {
  front.server.closeAllConnections();
  await new Promise((resolve) => front.server.close(resolve));
});

const get = (path: string) => fetch(`http://127.0.0.1:${front.port}${path}`);

test("is alive and not ready, and says what the start is about", async () => {
  front.doing("reading the journal");
  expect((await get("/healthz")).status).toBe(200);
  const ready = await get("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "starting", doing: "reading the journal" });
  const call = await get("/api/v1/init");
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await call.json()).toEqual({ status: "error", message: "Strikeboard is reading the journal." });
  const page = await get("/option-chain-new");
  expect([page.status, page.headers.get("refresh")]).toEqual([503, "1"]);
  expect(await page.text()).toContain("Strikeboard is reading the journal.");
});

test("tells sockets to come again", async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}/live/?EIO=4&transport=websocket`);
  const error = await new Promise<Error>((resolve) => socket.once("error", resolve));
  expect(error.message).toContain("503");
});

test("hands every request to the app, whoever took over its listeners before", async () => {
  // As Socket.IO does.
  const [listener] = front.server.listeners("request");
  front.server.removeAllListeners("request");
  front.server.on("request", (request, reply) => listener?.(request, reply));
  front.handOver((_request, reply) => void reply.end("the app"));
  expect(await (await get("/readyz")).text()).toBe("the app");
});
