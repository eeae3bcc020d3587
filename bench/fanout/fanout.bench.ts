/**
 * What does a delivered frame, an idle connection and a stalled reader cost the server? Against a bare `ws.send` loop of
 * the same bytes and stock Socket.IO. Server and clients are processes of their own; the product's market, publisher and
 * gateway run as they do in the server, and its clients acknowledge.
 */
import type { Row } from "../report.ts";
import { deliveryRows } from "./delivery.ts";
import { idleRows } from "./idle.ts";
import { stalledRows } from "./stalled.ts";

export const question = "fanout";

export const run = ({ short }: { readonly short: boolean }): Promise<Row[]> =>
  deliveryRows(question, short, async () => {
    // Neither is timed: in the short form they share the machine.
    if (short) return (await Promise.all([idleRows(question, short), stalledRows(question, short)])).flat();
    return [...(await idleRows(question, short)), ...(await stalledRows(question, short))];
  });
