/** XTS' order socket: socket.io in its third version, whose clients say ping; it tells whoever has a session. */
import type { SocketOf } from "../order-stream.ts";

const PING = "2";
const PING_MS = 5000;

/** @param origin 'wss://ttblaze.iifl.com' */
export const xtsSocket =
  (origin: string): SocketOf =>
  ({ userId, secrets }) => {
    const session = { token: secrets["accessToken"] ?? "", userID: userId, apiType: "INTERACTIVE" };
    const query = new URLSearchParams({ EIO: "3", transport: "websocket", ...session });
    return {
      url: `${origin}/interactive/socket.io/?${query}`,
      headers: {},
      greeting: [],
      ping: { frame: PING, everyMs: PING_MS },
    };
  };
