/** `npm run broker -- record`: what a broker really answers, with all that tells of its user taken out. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import { epochMs } from "#contract/domain/units.ts";
import { ADAPTED, isAdapted } from "../../brokers/catalogue.ts";
import { BrokerError, type BrokerPort, type BrokerSession } from "../../brokers/port.ts";
import { ticksOf } from "../../brokers/ticks.ts";
import { systemClock } from "../../platform/clocks.ts";
import { createOutbound, type Outbound } from "../../platform/outbound.ts";
import { StartError } from "../../platform/start-error.ts";
import { createRedaction } from "./redaction.ts";

/** Reads alone: nothing is placed, changed or ended. */
const READS = ["orders", "trades", "positions", "holdings", "funds"] as const;
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger ones are lists of instruments. */
const LARGEST_REPLY = 1024 * 1024;

/** @param input three lines: user id, app key, token. @param outbound the network's, unless told. @throws StartError */
export async function* recordReplies(
  id: string,
  folder: string,
  input: Readable,
  outbound?: Outbound,
): AsyncGenerator<string> {
  if (!isAdapted(id)) throw new StartError(`There is no adapter for ${id}`);
  yield "Type the user id, the app key and the access token, each on a line of its own:";
  const [userId = "", client = "", accessToken = ""] = await threeLines(input);
  if (userId === "" || accessToken === "") throw new StartError("A user id and a token are needed");

  const { open, api, lists = api, tokens = api } = ADAPTED[id];
  const redact = createRedaction([userId, client, accessToken]);
  const network =
    outbound ?? createOutbound({ origins: [api, lists, tokens], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  let replies: string[] = [];
  const recording: Outbound = {
    download: (url, headers) => network.download(url, headers),
    async request(url, request) {
      const reply = await network.request(url, request);
      if (reply.body.length <= LARGEST_REPLY) replies.push(`${reply.status}\n${redact(reply.body)}\n`);
      return reply;
    },
  };
  const port: BrokerPort = open({
    ...{ outbound: recording, api, lists, tokens, clock: systemClock, isPractice: false },
    app: { key: client, secret: "" },
    tickOf: ticksOf({ day: undefined }),
  });
  const session: BrokerSession = {
    ...{ broker: id, client, userId, name: userId, endsAt: epochMs(systemClock.now()) },
    secrets: { accessToken },
  };

  await mkdir(folder, { recursive: true });
  const reads = [
    ...READS.map((name) => ({ name, read: () => port[name](session) })),
    ...(port.gtt ? [{ name: "gtts", read: () => port.gtt?.list(session) }] : []),
  ];
  for (const { name, read } of reads) {
    replies = [];
    const fault = await Promise.resolve(read()).then(
      () => "understood",
      (error: unknown) =>
        error instanceof BrokerError ? `not understood: ${redact(error.message)}` : Promise.reject(error),
    );
    const path = join(folder, `${id}-${name}.txt`);
    await writeFile(path, replies.join("\n"));
    yield `${brokerOf(id)?.name ?? id}'s ${name}: ${fault}; ${path}`;
  }
}

async function threeLines(input: Readable): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input })) {
    lines.push(line.trim());
    if (lines.length === 3) break;
  }
  return lines;
}
