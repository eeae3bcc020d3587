/** Upstox' portfolio stream: its address leads on to the socket of the session. @param origin 'wss://api.upstox.com' */
import type { SocketOf } from "../order-stream.ts";

const PING_MS = 5000;

export const upstoxSocket =
  (origin: string): SocketOf =>
  ({ secrets }) => ({
    url: `${origin}/v2/feed/portfolio-stream-feed?update_types=order%2Cposition`,
    headers: { authorization: `Bearer ${secrets["accessToken"] ?? ""}`, accept: "*/*" },
    greeting: [],
    ping: { everyMs: PING_MS },
    followsRedirects: true,
  });
