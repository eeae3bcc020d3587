/**
 * What a connection weighs that does nothing, beside stock Socket.IO and a bare ws server with as many. The ratio is of what the heap holds,
 * buffers included, after a collection: it is the same every time. That of RSS moves by a third from run to run, because
 * what a heap keeps to spare is more than what bare connections weigh; it also counts Node's own share of a connection,
 * which is the same for both, and so flatters us.
 */
import { NAMESPACES, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { absent, note, type Row, row } from "../report.ts";
import type { Group, Speech, Weight } from "./protocol.ts";
import { Process } from "./question.ts";

/** Connections that are there before the weighing begins. */
const WARM_UP = 500;
/** Who came has said what it had to say. */
const QUIET_MS = 3000;
/** A young generation that stays small: what it grew by in a burst of arrivals is no connection's. */
const FLAGS = ["--expose-gc", "--max-semi-space-size=1"];

const WHOLE = "idle connection with all five namespaces";

interface Contender {
  readonly server: Process;
  readonly group: Group;
  readonly weights: Weight[];
}

export async function idleRows(question: string, short: boolean): Promise<Row[]> {
  const clients = new Process("./clients.ts");
  const count = short ? 2000 : 4000;
  const servers: Process[] = [];
  const enter = async (file: string, options: object, speech: Speech, namespaces: readonly string[]) => {
    const server = new Process(file, FLAGS);
    servers.push(server);
    const port = await server.ask<number>("start", options);
    return { server, group: { port, speech, namespaces, rooms: [], count }, weights: [] };
  };
  try {
    // Our client opens all namespaces over its one connection.
    const contenders: readonly Contender[] = await Promise.all([
      enter("./product-server.ts", {}, "live", [OPTION_LIVE]),
      enter("./peer-server.ts", { peer: "bare-ws", sends: "frames" }, "bare", []),
      enter("./peer-server.ts", { peer: "stock-socket-io", sends: "maps" }, "stock", [OPTION_LIVE]),
      ...(short ? [] : [enter("./product-server.ts", {}, "live", NAMESPACES)]),
    ]);
    for (const arrivals of [WARM_UP, count]) {
      for (const { group } of contenders) {
        await clients.ask("open", { ...group, count: arrivals });
      }
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      for (const { server, weights } of contenders) weights.push(await server.ask<Weight>("weigh"));
    }
    const weightOf = (of: keyof Weight) => contenders.map((contender) => perConnection(contender, of));
    const [lean, bare, stock, whole] = weightOf("heap") as [number, number, number, number?];
    const [leanInAll, bareInAll, stockInAll, wholeInAll] = weightOf("rss") as [number, number, number, number?];
    return [
      row(question, "idle connection, heap / stock socket.io", lean / stock),
      row(question, "idle connection, RSS", leanInAll / 1024),
      inFullForm(question, `${WHOLE}, RSS`, wholeInAll === undefined ? undefined : wholeInAll / 1024),
      note(question, "idle connection, heap / bare ws", lean / bare, "x"),
      ...(whole === undefined ? [] : [note(question, `${WHOLE}, heap / bare ws`, whole / bare, "x")]),
      note(question, "idle connection, heap", lean / 1024, "KiB"),
      note(question, "idle connection, heap: bare ws", bare / 1024, "KiB"),
      note(question, "idle connection, heap: stock socket.io", stock / 1024, "KiB"),
      note(question, "idle connection, RSS: bare ws", bareInAll / 1024, "KiB"),
      note(question, "idle connection, RSS: stock socket.io", stockInAll / 1024, "KiB"),
    ];
  } finally {
    for (const server of servers) server.end();
    clients.end();
  }
}

const inFullForm = (question: string, what: string, value: number | undefined): Row =>
  value === undefined ? absent(question, what, "full form only") : row(question, what, value);

/** Bytes, from the first arrivals to the last. */
function perConnection({ weights, group }: Contender, of: keyof Weight): number {
  const [first, last] = weights.map((weight) => weight[of]);
  return ((last ?? 0) - (first ?? 0)) / group.count;
}
