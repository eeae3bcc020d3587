/**
 * What a delivered frame costs the server: CPU of its process over what the clients received, median of many short rounds
 * that take turns. A ratio is that of the medians beside it: few long rounds made the median of their ratios another thing.
 */
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { playRounds } from "../browser/rounds.ts";
import { median, note, type Row, row, spread } from "../report.ts";
import { type Group, type Heard, ROOMS, type Scenario, type Speech } from "./protocol.ts";
import { Process } from "./question.ts";

interface Competitor {
  readonly file: string;
  readonly options: object;
  readonly speech: Speech;
}

const COMPETITORS: Readonly<Record<string, Competitor>> = {
  product: { file: "./product-server.ts", options: {}, speech: "live" },
  bare: { file: "./peer-server.ts", options: { peer: "bare-ws", sends: "frames" }, speech: "bare" },
  stock: { file: "./peer-server.ts", options: { peer: "stock-socket-io", sends: "maps" }, speech: "stock" },
  bytes: { file: "./peer-server.ts", options: { peer: "stock-socket-io", sends: "frames" }, speech: "stock" },
};

/** A tick of the product takes 100 ms here: none is to meet the next, and acknowledgements are to be there by then. */
const PACE_MS = 110;
/** Beside the point: asked where there is time, of one room. */
const BESIDE = ["bytes"];

/** Rounds have an even number of ticks: every second one is acknowledged. */
const SHORT = { rounds: 6, ticks: 2 };
const LONG = { rounds: 12, ticks: 4 };
/** Warm is when compiled code has stopped changing: before that, the more code a server has the more it costs. */
const WARM_UP_TICKS = 24;
const SETTLE_MS = 50;
/** The closest comparison comes last, when most is compiled. */
const CLOSEST_LAST: readonly Scenario[] = ["spread", "four", "one"];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Contender {
  readonly server: Process;
  readonly crowds: Readonly<Record<string, number>>;
}

/**
 * @param first what is asked while the connections stand: heartbeats begin 25 seconds after a connection, and V8 compiles the way
 * of a message anew when they do. A server has that behind it all day.
 */
export async function deliveryRows(question: string, short: boolean, first: () => Promise<Row[]>): Promise<Row[]> {
  const clients = new Process("./clients.ts");
  const count = 1000;
  const { rounds, ticks } = short ? SHORT : LONG;
  const names = Object.keys(COMPETITORS).filter((name) => !short || !BESIDE.includes(name));
  const scenarios = short ? CLOSEST_LAST.slice(-2) : CLOSEST_LAST;
  const contenders = new Map<string, Contender>();
  try {
    await Promise.all(
      names.map(async (name) => {
        contenders.set(name, await enter(COMPETITORS[name] as Competitor, clients, heardIn(name, scenarios), count));
      }),
    );
    const others = await first();
    const costs: Partial<Record<Scenario, Readonly<Record<string, readonly number[]>>>> = {};
    for (const scenario of scenarios) {
      const playing = names.filter((name) => heardIn(name, scenarios).includes(scenario));
      const contender = (name: string) => contenders.get(name) as Contender;
      // Nothing is measured yet: they need not take turns.
      const warmUp = { scenario, ticks: WARM_UP_TICKS, paceMs: PACE_MS };
      await Promise.all(playing.map((name) => contender(name).server.ask("run", warmUp)));
      costs[scenario] = await playRounds(rounds, playing, (name) =>
        frameCost(contender(name), clients, scenario, ticks, count),
      );
    }
    return [...scenarios.flatMap((scenario) => rowsOf(question, scenario, costs[scenario] ?? {})), ...others];
  } finally {
    for (const { server } of contenders.values()) server.end();
    clients.end();
  }
}

const heardIn = (name: string, scenarios: readonly Scenario[]): readonly Scenario[] =>
  BESIDE.includes(name) ? ["one"] : scenarios;

async function enter(
  { file, options, speech }: Competitor,
  clients: Process,
  scenarios: readonly Scenario[],
  count: number,
): Promise<Contender> {
  const server = new Process(file, ["--expose-gc"]);
  const port = await server.ask<number>("start", options);
  const crowds: Record<string, number> = {};
  for (const scenario of scenarios) {
    const group: Group = { port, speech, namespaces: [OPTION_LIVE], rooms: ROOMS[scenario], count };
    crowds[scenario] = await clients.ask<number>("open", group);
  }
  return { server, crowds };
}

/** Microseconds of CPU a delivered frame. */
async function frameCost(
  { server, crowds }: Contender,
  clients: Process,
  scenario: Scenario,
  ticks: number,
  count: number,
): Promise<number> {
  const crowd = crowds[scenario];
  await clients.ask("forget", { crowd });
  const cpu = await server.ask<number>("run", { scenario, ticks, paceMs: PACE_MS });
  await pause(SETTLE_MS);
  const delivered = (await clients.ask<Heard[]>("heard", { crowd })).reduce((sum, { ticks }) => sum + ticks, 0);
  const wanted = ticks * count * ROOMS[scenario].length;
  // On a busy machine two ticks meet in one turn of the publisher, and a reader falls behind: what counts is delivered.
  if (delivered < wanted * 0.3 || delivered > wanted) {
    throw new Error(`${delivered} of ${wanted} frames were delivered`);
  }
  return cpu / delivered;
}

const WORDS: Readonly<Record<Scenario, string>> = {
  one: "one room a client",
  four: "four rooms a client",
  spread: "four underlyings a client",
};

function rowsOf(question: string, scenario: Scenario, costs: Readonly<Record<string, readonly number[]>>): Row[] {
  const [product, bare, stock, bytes] = ["product", "bare", "stock", "bytes"].map((name) => costs[name] ?? []) as [
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  const words = WORDS[scenario];
  const ratio = (of: readonly number[], by: readonly number[]): number => median(of) / median(by);
  return [
    row(question, `CPU a frame, ${words} / bare ws.send loop`, ratio(product, bare)),
    row(question, `CPU a frame, ${words} / stock socket.io`, ratio(product, stock)),
    ...(bytes.length > 0
      ? [note(question, `CPU a frame, ${words} / stock socket.io, bytes`, ratio(product, bytes), "x")]
      : []),
    note(question, `CPU a frame, ${words} / bare ws, spread of its rounds (quartiles, +-)`, spread(product, bare), ""),
    note(question, `CPU a frame, ${words}`, median(product), "us"),
    note(question, `CPU a frame, ${words}: bare ws.send loop`, median(bare), "us"),
    note(question, `CPU a frame, ${words}: stock socket.io`, median(stock), "us"),
  ];
}
