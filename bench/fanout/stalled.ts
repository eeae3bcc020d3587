/** Readers that stop reading while the room goes on: what they cost, what they get when they read on, and what they lose. */
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { note, type Row, row } from "../report.ts";
import { type Group, type Heard, ROOMS, type Weight } from "./protocol.ts";
import { Process } from "./question.ts";

const SCENARIO = "one";
const PACE_MS = 110;
const STRETCHES = 4;
const TICKS_A_STRETCH = 4;
/** One frame is answered after a second, and the snapshot is the answer to that. */
const READ_ON_MS = 2000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function stalledRows(question: string, short: boolean): Promise<Row[]> {
  const [server, clients] = [new Process("./product-server.ts", ["--expose-gc"]), new Process("./clients.ts")];
  const count = short ? 200 : 1000;
  const run = (ticks: number) => server.ask("run", { scenario: SCENARIO, ticks, paceMs: PACE_MS });
  const tell = <Value>(name: string, argument?: unknown) => server.ask<Value>("tell", { name, argument });
  try {
    const port = await server.ask<number>("start", {});
    const group: Group = {
      port,
      speech: "live",
      namespaces: [OPTION_LIVE, OI_PRICE_LIVE],
      rooms: ROOMS[SCENARIO],
      count,
    };
    const crowd = await clients.ask<number>("open", group);
    const healthy = await clients.ask<number>("open", { ...group, count: 50 });
    await run(2 * TICKS_A_STRETCH);
    const before = await server.ask<Weight>("weigh");
    await clients.ask("pause", { crowd });
    for (const each of [crowd, healthy]) await clients.ask("forget", { crowd: each });
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      await run(TICKS_A_STRETCH);
      await tell("nextMinute");
      await tell("special", `event ${stretch}`);
    }
    await run(1);
    const after = await server.ask<Weight>("weigh");
    const backlog = await tell<number>("backlog");
    await clients.ask("resume", { crowd });
    await pause(READ_ON_MS);
    const heard = await clients.ask<Heard[]>("heard", { crowd });
    const others = await clients.ask<Heard[]>("heard", { crowd: healthy });
    const grown = Math.max(0, after.heap - before.heap) / count;
    // What the healthy ones beside them had is what there was.
    const sent = Math.max(...others.map(({ minutes, specials }) => minutes + specials));
    if (sent < STRETCHES) throw new Error(`${sent} minutes and events were sent`);
    const lost = heard.map(({ minutes, specials }) => Math.abs(sent - minutes - specials));
    return [
      row(question, "stalled reader, bytes in this process", Math.max(backlog, grown) / 1024),
      row(question, "stalled reader, tick frames before its snapshot", max(heard.map((each) => each.beforeSnapshot))),
      row(question, "stalled reader, snapshots when it reads on", max(heard.map(({ snapshots }) => snapshots))),
      row(question, "stalled readers without a snapshot", heard.filter(({ snapshots }) => snapshots === 0).length),
      row(
        question,
        "stalled readers, minutes and events lost",
        lost.reduce((sum, each) => sum + each, 0),
      ),
      row(question, "stalled readers disconnected", heard.filter(({ closed }) => closed === 1).length),
      note(question, "stalled readers", count, ""),
      note(question, "ticks that a healthy reader beside them had", Math.min(...others.map(({ ticks }) => ticks)), ""),
      note(question, "snapshots that it had", max(others.map(({ snapshots }) => snapshots)), ""),
    ];
  } finally {
    server.end();
    clients.end();
  }
}

const max = (values: readonly number[]): number => Math.max(...values);
