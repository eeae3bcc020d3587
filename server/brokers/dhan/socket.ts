/** Dhan's live order updates: the greeting says whose. @param origin 'wss://api-order-update.dhan.co' */
import type { SocketOf } from "../order-stream.ts";

const PING_MS = 5000;

export const dhanSocket =
  (origin: string): SocketOf =>
  ({ secrets }) => {
    const { clientId = "", accessToken = "" } = secrets;
    const login = { LoginReq: { MsgCode: 42, ClientId: clientId, Token: accessToken }, UserType: "SELF" };
    return { url: origin, headers: {}, greeting: [JSON.stringify(login)], ping: { everyMs: PING_MS } };
  };
