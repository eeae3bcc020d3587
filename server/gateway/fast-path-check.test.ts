/** The fast path is taken where it works, and only there. */
import type { Socket as TcpSocket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { systemClock } from "../platform/clocks.ts";
import { FakeFeed, NIFTY_ROOM } from "../testing/fake-feed.ts";
import { FrameReader } from "../testing/frame-reader.ts";
import { join, startGateway, type TestGateway, until } from "../testing/test-gateway.ts";
import { type EngineInternals, engineInternals } from "./engine-internals.ts";
import { checkFastPath } from "./fast-path-check.ts";
import type { TcpHandle } from "./tcp-handle.ts";

const LEADS_NOWHERE = "a TCP socket that leads nowhere";
const TAKES_NOTHING = "a handle that says it wrote, and did not";
const SHOWS_NO_HANDLE = "a socket without a handle";
const SHOWS_NOTHING = "a queue that never shows what waits";
const HEARS_NOTHING = "messages that are not to be heard";
const deaf: TcpHandle = { writeBuffer: () => 0, useUserBuffer: () => undefined, onread: () => undefined };
const broken: Readonly<Record<string, Partial<EngineInternals>>> = {
  [LEADS_NOWHERE]: { tcpOf: () => new PassThrough() as unknown as TcpSocket },
  [TAKES_NOTHING]: { handleOf: () => deaf },
  [SHOWS_NO_HANDLE]: { handleOf: () => undefined },
  [SHOWS_NOTHING]: { queueOf: () => [] },
  [HEARS_NOTHING]: { receiverOf: () => undefined },
};
const internalsOf = (which: string): EngineInternals => ({ ...engineInternals, ...broken[which] });

describe("the fast path's self-test", () => {
  it("finds the installed versions as they are known", async () => {
    expect(await checkFastPath(engineInternals, systemClock)).toBeUndefined();
  });

  const impatient = { ...systemClock, after: (ms: number, task: () => void) => systemClock.after(ms / 10, task) };
  it.each([
    [LEADS_NOWHERE, /not what was sent|not read/],
    [TAKES_NOTHING, /not what was sent|not read/],
    [SHOWS_NO_HANDLE, /acknowledgement was not read/],
    [SHOWS_NOTHING, /not what was sent/],
    [HEARS_NOTHING, /acknowledgement was not read/],
  ])("notices %s", async (which, words) => {
    expect(await checkFastPath(internalsOf(which), impatient)).toMatch(words);
  });
});

describe("a gateway", () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  async function read(): Promise<FrameReader> {
    const { feed } = gateway;
    const socket = gateway.client("live", OPTION_LIVE);
    const reader = new FrameReader(feed.room, socket);
    await join(socket, NIFTY_ROOM);
    for (let i = 0; i < 12; i++) {
      feed.tick(feed.room, i + 1, [i % 10, (i * 3) % 10]);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await until(() => reader.equals(feed.room), "equality");
    return reader;
  }

  const fastPath = async (): Promise<unknown> => (await gateway.market.metrics.fastPath.get()).values[0]?.value;

  it("says that it takes the fast path", async () => {
    gateway = await startGateway();
    expect(await fastPath()).toBe(1);
    expect((await read()).count("gap")).toBe(0);
  });

  it("serves the same by the stock path where the internals are not as they are known", async () => {
    gateway = await startGateway(new FakeFeed(), 50, internalsOf(SHOWS_NOTHING));
    expect(await fastPath()).toBe(0);
    const reader = await read();
    expect(reader.count("gap")).toBe(0);
    expect(reader.count("applied")).toBeGreaterThan(2);
  });
});
