/** Fyers' order socket: it tells what one has asked for, and answers pings. @param origin 'wss://socket.fyers.in' */
import type { SocketOf } from "../order-stream.ts";

const SUBSCRIBE = JSON.stringify({ T: "SUB_ORD", SLIST: ["orders", "trades", "positions"], SUB_T: 1 });
const PING_MS = 5000;

export const fyersSocket =
  (origin: string): SocketOf =>
  ({ client, secrets }) => ({
    url: `${origin}/trade/v3`,
    headers: { authorization: `${client}:${secrets["accessToken"] ?? ""}` },
    greeting: [SUBSCRIBE],
    ping: { frame: "ping", everyMs: PING_MS },
  });
