/**
 * Sockets are sent anything: events, arguments and bytes of all shapes, on both paths. Nothing throws, nothing is left
 * unhandled, and whoever behaves is served as before. SOCKET_FUZZ_INPUTS sets how many inputs (2000).
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Encoder, EVENT } from "#contract/wire/live-parser.ts";
import { NAMESPACES, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM, USDINR_ROOM } from "../testing/market/fake-feed.ts";
import { FrameReader } from "../testing/sockets/frame-reader.ts";
import { join, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

const INPUTS = Number(process.env.SOCKET_FUZZ_INPUTS ?? 2000);
/** Each connection sends so many before the next one takes over: an invalid one ends it. */
const PER_CONNECTION = 40;

const encoder = new Encoder();
const events = ["joinRoom", "leaveRoom", "ack", "resync", "securityid", "special", "__proto__", ""];
const argument = fc.oneof(
  fc.constantFrom<unknown>(NIFTY_ROOM, USDINR_ROOM, "NIFTY", "NIFTY-7:28:2026", "x".repeat(9000), "\u0000", "Futures-"),
  fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-1, 2 ** 31, 2 ** 53, Number.NaN)),
  fc.jsonValue({ maxDepth: 2 }),
);
const namespace = fc.constantFrom(...NAMESPACES, "/", "/nowhere", "");
const event = fc
  .tuple(fc.constantFrom(...events), fc.array(argument, { maxLength: 4 }))
  .map(([name, args]) => [name, ...args]);
const id = fc.option(fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5)), { nil: undefined });

/** A packet of the live path: whole, damaged in one byte, cut short, or noise. */
const livePacket = fc
  .record({
    type: fc.oneof({ weight: 6, arbitrary: fc.constant(EVENT) }, fc.integer({ min: -1, max: 7 })),
    nsp: namespace,
    data: event,
    id,
  })
  .map(
    ({ id: number, ...packet }) =>
      encoder.encode(number === undefined ? packet : { ...packet, id: number })[0] as Uint8Array,
  );
const damaged = fc.tuple(livePacket, fc.nat(), fc.nat(255)).map(([bytes, at, value]) => {
  const copy = Uint8Array.from(bytes);
  copy[at % copy.length] = value;
  return copy;
});
const live = fc.oneof(
  { weight: 6, arbitrary: livePacket },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: fc.tuple(livePacket, fc.nat()).map(([bytes, to]) => bytes.subarray(0, to % bytes.length)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string() },
);
/** A text packet of the stock path: engine.io's type, Socket.IO's, namespace and JSON; or noise. */
const stock = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(namespace, event, id)
      .map(([nsp, data, number]) => `42${nsp},${number ?? ""}${JSON.stringify(data)}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.string())
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.tuple(namespace, event).map(([nsp, data]) => `451-${nsp},${JSON.stringify(data)}`) },
  { weight: 1, arbitrary: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 60 })) },
);

/** Events of a shape that the parsers let through: the connection lives, and every one of them is acted on. */
const tameId = fc.option(fc.nat(), { nil: undefined });
const tame = fc.tuple(fc.constantFrom(...NAMESPACES), event, tameId);
const tameLive = tame.map(
  ([nsp, data, number]) =>
    encoder.encode({ type: EVENT, nsp, data, ...(number !== undefined && { id: number }) })[0] as Uint8Array,
);
const tameStock = tame.map(([nsp, data, number]) => `42${nsp},${number ?? ""}${JSON.stringify(data)}`);

let gateway: TestGateway;
const unhandled: unknown[] = [];
const note = (fault: unknown): void => void unhandled.push(fault);
beforeAll(async () => {
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
  gateway = await startGateway();
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
  await gateway.stop();
});

/** Joins every namespace, sends all inputs for as long as it is let, and waits until the server has read them. */
function send(path: "live" | "socket.io", inputs: readonly (string | Uint8Array)[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/${path}/?EIO=4&transport=websocket`);
    socket.once("close", () => resolve());
    socket.once("error", () => resolve());
    let greeted = 0;
    socket.on("message", () => {
      greeted++;
      if (greeted === 1) {
        for (const nsp of NAMESPACES) {
          const auth = { token: "live" };
          socket.send(
            path === "live"
              ? (encoder.encode({ type: 0, nsp, data: auth })[0] as Uint8Array)
              : `40${nsp},${JSON.stringify(auth)}`,
          );
        }
      } else if (greeted === 1 + NAMESPACES.length) {
        for (const input of inputs) socket.send(input);
        // Its answer comes after everything before it was read.
        socket.ping();
      }
    });
    socket.once("pong", () => setTimeout(() => socket.terminate(), 5));
  });
}

it(
  "anything may be sent on both paths",
  async () => {
    const rounds = Math.ceil(INPUTS / PER_CONNECTION / 2);
    const many = (arbitrary: fc.Arbitrary<string | Uint8Array>) =>
      fc.array(arbitrary, { minLength: PER_CONNECTION, maxLength: PER_CONNECTION });
    const of = (wild: typeof live, tamed: fc.Arbitrary<string | Uint8Array>) => fc.oneof(many(wild), many(tamed));
    for (const [inputs, others] of fc.sample(fc.tuple(of(live, tameLive), of(stock, tameStock)), {
      numRuns: rounds,
      seed: 20_260_727,
    })) {
      await Promise.all([send("live", inputs), send("socket.io", others)]);
    }
    expect(unhandled).toEqual([]);
    const socket = gateway.client("live", OPTION_LIVE);
    const reader = new FrameReader(gateway.feed.room, socket);
    expect(await join(socket, NIFTY_ROOM)).toBeUndefined();
    gateway.feed.tick(gateway.feed.room, 5);
    await until(() => reader.equals(gateway.feed.room), "a reader who is served");
    await until(() => gateway.live.io.engine.clientsCount === 1, "the end of the others");
  },
  Math.max(30_000, INPUTS * 5),
);
