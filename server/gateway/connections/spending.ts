/** What events cost: each is taken from its socket's budget, whether or not anybody listens to it. */
import type { MarketMetrics } from "../../market/market-metrics.ts";
import type { GatewaySocket } from "./socket-path.ts";

/** Takes one event from the socket's budget; a socket that never stops is disconnected. */
export function spend(socket: GatewaySocket, metrics: MarketMetrics): boolean {
  const { budget } = socket.data;
  if (budget.take()) return true;
  if (budget.isExhausted && socket.connected) {
    metrics.cutOff.inc({ why: "flood" });
    socket.disconnect(true);
  }
  return false;
}

/** Makes events that nobody listens to cost as much as the others. @returns one listener for any number of sockets */
export const spendUnknown = (metrics: MarketMetrics) =>
  function (this: GatewaySocket, event: string | symbol): void {
    if (this.listenerCount(event) === 0) spend(this, metrics);
  };
