/** Angel One's order status socket: its headers say whose, and it has to be pinged every ten seconds. @param origin 'wss://tns.angelone.in' */
import type { SocketOf } from "../order-stream.ts";

/** Our own watch cuts a line that is silent for ten seconds: pings go sooner. */
const PING_MS = 5000;

export const angelSocket =
  (origin: string): SocketOf =>
  ({ client, userId, secrets }) => ({
    url: `${origin}/smart-order-update`,
    headers: {
      Authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
      "x-api-key": client,
      "x-client-code": userId,
    },
    greeting: [],
    ping: { everyMs: PING_MS },
  });
