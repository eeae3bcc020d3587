import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeAck } from "#contract/wire/live-parser.ts";
import { AckingServer, type AckingWebSocket } from "./web-sockets.ts";

const BINARY = 0x82;
const TEXT = 0x81;
const PING = 0x89;

interface Said {
  readonly opcode: number;
  readonly message: Uint8Array;
}

const acknowledgement = fc.integer({ min: 0, max: 0xffffffff }).map((turn) => ({
  opcode: BINARY,
  message: encodeAck(turn),
}));
const bytes = (opcode: number, lengths: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(lengths).map((message) => ({ opcode, message }));
const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 6, arbitrary: acknowledgement },
  { weight: 2, arbitrary: bytes(BINARY, { minLength: 4, maxLength: 6 }) },
  { weight: 2, arbitrary: bytes(BINARY, { maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(125, 126, 65_535, 65_536).map((size) => sized(size)) },
  { weight: 1, arbitrary: bytes(PING, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant({ opcode: TEXT, message: Buffer.from("3") }) },
);
const sized = (size: number): Said => ({ opcode: BINARY, message: new Uint8Array(size).fill(0x82) });
const isAck = ({ opcode, message }: Said): boolean => opcode === BINARY && message.length === 5 && message[0] === 0xce;

/** As a client sends it: masked. */
function frameOf({ opcode, message }: Said, mask: Uint8Array): Buffer {
  const { length } = message;
  const wide = length > 0xffff ? 8 : length > 125 ? 2 : 0;
  const head = Buffer.alloc(2 + wide);
  head[0] = opcode;
  head[1] = 0x80 | (wide === 0 ? length : wide === 2 ? 126 : 127);
  if (wide > 0) head.writeUIntBE(length, head.length - Math.min(wide, 6), Math.min(wide, 6));
  return Buffer.concat([head, mask, message.map((byte, i) => byte ^ (mask[i % 4] as number))]);
}

async function upgraded(): Promise<{ stream: Duplex; webSocket: AckingWebSocket }> {
  const stream = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() });
  const headers = {
    upgrade: "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
  };
  const request = { method: "GET", headers, url: "/", socket: stream } as unknown as IncomingMessage;
  const server = new AckingServer({ noServer: true, perMessageDeflate: false });
  const webSocket = await new Promise<AckingWebSocket>((resolve) =>
    server.handleUpgrade(request, stream, Buffer.alloc(0), resolve),
  );
  return { stream, webSocket };
}

const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("whatever pieces a client's bytes come in, each acknowledgement is heard once, and all else in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(said, fc.uint8Array({ minLength: 4, maxLength: 4 })), { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 }),
      fc.boolean(),
      async (messages, cuts, areAlone) => {
        const { stream, webSocket } = await upgraded();
        const turns: number[] = [];
        const others: string[] = [];
        webSocket.acknowledged = (turn) => turns.push(turn);
        webSocket.on("message", (data: Buffer) => others.push(data.toString("hex")));
        const frames = messages.map(([each, mask]) => frameOf(each, mask));
        const whole = Buffer.concat(frames);
        const ends = frames.map((_, i) => Buffer.concat(frames.slice(0, i + 1)).length);
        const places = new Set([
          ...(areAlone ? ends : []),
          ...cuts.map(([at]) => at % (whole.length + 1)),
          whole.length,
        ]);
        let from = 0;
        for (const to of [...places].sort((a, b) => a - b)) {
          if (to > from) stream.push(whole.subarray(from, to));
          from = to;
          await turned();
        }
        const sent = messages.map(([each]) => each);
        expect(turns.map((turn) => Buffer.from(encodeAck(turn)).toString("hex"))).toEqual(
          sent.filter(isAck).map(({ message }) => Buffer.from(message).toString("hex")),
        );
        expect(others).toEqual(
          sent
            .filter((each) => !isAck(each) && each.opcode !== PING)
            .map(({ message }) => Buffer.from(message).toString("hex")),
        );
        stream.destroy();
      },
    ),
    { numRuns: 300 },
  );
});

test("an acknowledgement in a piece of its own does not reach ws; one cut in two does, and is heard as well", async () => {
  const { stream, webSocket } = await upgraded();
  const turns: number[] = [];
  webSocket.acknowledged = (turn) => turns.push(turn);
  const pieces: number[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece.length));
  const frame = frameOf({ opcode: BINARY, message: encodeAck(7) }, Uint8Array.of(1, 2, 3, 4));
  for (const piece of [frame, frame.subarray(0, 9), frame.subarray(9), frame]) {
    stream.push(piece);
    await turned();
  }
  expect(turns).toEqual([7, 7, 7]);
  expect(pieces).toEqual([9, 2]);
});

test("nobody's acknowledgements are anybody's messages", async () => {
  const { stream, webSocket } = await upgraded();
  const heard: number[] = [];
  webSocket.on("message", (data: Buffer) => heard.push(data.length));
  stream.push(frameOf({ opcode: BINARY, message: encodeAck(7) }, Uint8Array.of(1, 2, 3, 4)));
  await turned();
  expect(heard).toEqual([5]);
});
