/** What a connection weighs that does nothing: memory of the process, beside a bare ws server with as many. */
import { NAMESPACES, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { note, type Row, row } from "../report.ts";
import type { Group, Speech, Weight } from "./protocol.ts";
import { Process } from "./question.ts";

/** Connections that are there before the weighing begins. */
const WARM_UP = 300;
/** A young generation that stays small: what it grew by in a burst of arrivals is no connection's. */
const FLAGS = ["--expose-gc", "--max-semi-space-size=1"];

interface Contender {
  readonly server: Process;
  readonly group: Group;
  readonly weights: Weight[];
}

export async function idleRows(question: string, short: boolean): Promise<Row[]> {
  const clients = new Process("./clients.ts");
  const count = short ? 1500 : 4000;
  const servers: Process[] = [];
  const enter = async (file: string, options: object, speech: Speech, namespaces: readonly string[]) => {
    const server = new Process(file, FLAGS);
    servers.push(server);
    const port = await server.ask<number>("start", options);
    return { server, group: { port, speech, namespaces, rooms: [], count }, weights: [] };
  };
  try {
    // Our client opens all namespaces over its one connection.
    const contenders: readonly Contender[] = [
      await enter("./product-server.ts", {}, "live", NAMESPACES),
      await enter("./product-server.ts", {}, "live", [OPTION_LIVE]),
      await enter("./peer-server.ts", { peer: "bare-ws", sends: "frames" }, "bare", []),
      ...(short
        ? []
        : [await enter("./peer-server.ts", { peer: "stock-socket-io", sends: "maps" }, "stock", [OPTION_LIVE])]),
    ];
    for (const arrivals of [WARM_UP, count]) {
      for (const { server, group, weights } of contenders) {
        await clients.ask("open", { ...group, count: arrivals });
        weights.push(await server.ask<Weight>("weigh"));
      }
    }
    const [ours, lean, bare, ...others] = contenders.map(perConnection) as [number, number, number, ...number[]];
    // A bare connection weighs little beside what a heap has to spare: only many of them make a ratio.
    const ratio = (name: string, value: number): Row =>
      short ? note(question, name, value, "x") : row(question, name, value);
    return [
      ratio("idle connection, RSS / bare ws", lean / bare),
      row(question, "idle connection, RSS", lean / 1024),
      ratio("idle connection with all five namespaces, RSS / bare ws", ours / bare),
      row(question, "idle connection with all five namespaces, RSS", ours / 1024),
      note(question, "idle connection, RSS: bare ws", bare / 1024, "KiB"),
      ...others.map((stock) => note(question, "idle connection, RSS: stock socket.io", stock / 1024, "KiB")),
    ];
  } finally {
    for (const server of servers) server.end();
    clients.end();
  }
}

/** Bytes, from the first arrivals to the last. */
function perConnection({ weights, group }: Contender): number {
  const [first, last] = weights.map(({ rss }) => rss);
  return ((last ?? 0) - (first ?? 0)) / group.count;
}
