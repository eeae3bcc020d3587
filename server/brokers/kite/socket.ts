/** Kite's ticker without ticks: its text frames are what postbacks are. @param origin 'wss://ws.kite.trade' */
import type { SocketOf } from "../order-stream.ts";

export const kiteSocket =
  (origin: string): SocketOf =>
  ({ client, secrets }) => {
    const query = new URLSearchParams({ api_key: client, access_token: secrets["accessToken"] ?? "" });
    return { url: `${origin}/?${query}`, headers: { "X-Kite-Version": "3" }, greeting: [] };
  };
