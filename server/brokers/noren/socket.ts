/** Noren's order socket: it is told who listens, and only when it has let them in what they want to hear. */
import type { SocketOf } from "../order-stream.ts";

const BEAT = JSON.stringify({ t: "h" });
/** Noren asks for one in 30 s; it answers each, and a line that says nothing for ten is taken for dead. */
const BEAT_MS = 5000;

/** @param url 'wss://api.shoonya.com/NorenWSAPI/' */
export const norenSocket =
  (url: string): SocketOf =>
  ({ userId, secrets }) => ({
    url,
    headers: {},
    greeting: [
      JSON.stringify({ t: "a", uid: userId, actid: userId, source: "API", accesstoken: secrets["accessToken"] ?? "" }),
    ],
    answer: (frame) => (isWelcome(frame) ? JSON.stringify({ t: "o", actid: userId }) : undefined),
    ping: { frame: BEAT, everyMs: BEAT_MS },
  });

/** {"t":"ak","s":"OK"} */
function isWelcome(frame: string): boolean {
  try {
    const { t, s } = JSON.parse(frame) as { t?: unknown; s?: unknown };
    return t === "ak" && typeof s === "string" && s.toUpperCase() === "OK";
  } catch {
    return false;
  }
}
