/**
 * Alice Blue's order status feed: a token of its own, issued with the login, says who listens. It ends a line that sends no heartbeat for a
 * minute. @param origin 'wss://a3.aliceblueonline.com'
 */
import type { SocketOf } from "../order-stream.ts";

const PING_MS = 5000;
const BEAT_MS = 30_000;

export const aliceSocket =
  (origin: string): SocketOf =>
  ({ userId, secrets }) => ({
    url: `${origin}/open-api/order-notify/websocket`,
    headers: {},
    greeting: [JSON.stringify({ orderToken: secrets["orderToken"] ?? "", userId })],
    ping: { everyMs: PING_MS },
    beat: { frame: JSON.stringify({ heartbeat: "h", userId }), everyMs: BEAT_MS },
  });
