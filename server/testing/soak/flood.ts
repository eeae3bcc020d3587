/**
 * The attackers of `floods.ts`, in a process of their own: nobody who is logged in, and CONNECT packets on a few
 * connections, which are opened again as they are ended.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { LIVE_INDEX, OI_PRICE_LIVE, STOCK_PATH } from "#contract/wire/socket-events.ts";

const [port = "", kind = "", token = ""] = process.argv.slice(2);
const URL = `ws://127.0.0.1:${port}${STOCK_PATH}/?EIO=4&transport=websocket`;

let sent = 0;
const connectPacket = (namespace: string, ticket: string): string =>
  `40${namespace},${JSON.stringify({ token: ticket })}`;

async function connection(): Promise<WebSocket> {
  const socket = new WebSocket(URL);
  socket.on("error", () => undefined);
  await new Promise((resolve) => {
    socket.once("message", resolve);
    socket.once("close", resolve);
  });
  return socket;
}

/** Says that it is ready, and waits for the word. */
function told(): Promise<void> {
  const word = new Promise<void>((resolve) => process.once("message", () => resolve()));
  process.send?.("ready");
  return word;
}

/** @param count CONNECTs, each with a ticket of its own, @param perSecond as fast as they go where it is 0 */
async function anonymous(count: number, perSecond: number): Promise<void> {
  const lanes = Array.from({ length: 20 }, () => connection());
  await Promise.all(lanes);
  await told();
  const began = performance.now();
  for (let i = 0; i < count; i++) {
    const lane = i % lanes.length;
    let socket = await lanes[lane];
    if (socket === undefined || socket.readyState !== WebSocket.OPEN) {
      lanes[lane] = connection();
      socket = await lanes[lane];
    }
    socket?.send(connectPacket(OI_PRICE_LIVE, `forged ${i}`), () => undefined);
    sent++;
    const ahead = perSecond === 0 ? 0 : (i / perSecond) * 1000 - (performance.now() - began);
    if (ahead > 5) await sleep(ahead);
  }
  for (const lane of lanes) (await lane).terminate();
}

/** Connections of somebody who is logged in, each of which asks 600 times for one namespace; they stay. */
async function greedy(): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: 40 }, () => connection()));
  await told();
  for (const socket of sockets)
    for (let i = 0; i < 600; i++) {
      socket.send(connectPacket(LIVE_INDEX, token), () => undefined);
      sent++;
    }
  await sleep(10_000);
}

if (kind === "steady") await anonymous(10_000, 1_000);
else if (kind === "burst") await anonymous(20_000, 0);
else await greedy();
process.send?.(sent, () => process.exit());
