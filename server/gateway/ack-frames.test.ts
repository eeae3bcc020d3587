/** Acknowledgements among everything else that a client may send, in whatever pieces it arrives. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Encoder, EVENT } from "#contract/wire/live-parser.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { readAckFrames } from "./ack-frames.ts";

const MASK = [0x5a, 0x00, 0xff, 0x13];

/** A client's frame: masked. */
function frame(payload: Uint8Array, first = 0x82): Buffer {
  const head = payload.length < 126 ? [payload.length | 0x80] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.from([first, ...head, ...MASK, ...payload.map((byte, i) => byte ^ (MASK[i & 3] ?? 0))]);
}

const pack = (...data: unknown[]): Uint8Array =>
  new Encoder().encode({ type: EVENT, nsp: OPTION_LIVE, data })[0] as Uint8Array;

const ack = (...pairs: unknown[]): Buffer => frame(pack("ack", ...pairs));
const read = (bytes: Buffer, heard: unknown[]): number => readAckFrames(bytes, bytes.length, "reader", listen(heard));
const listen = (heard: unknown[]) => ({
  take: () => true,
  acknowledged: (_reader: string, room: string, seq: number) => void heard.push(`${room} ${seq}`),
});

describe("frames of acknowledgements", () => {
  it("are read in a row, up to the first that is anything else or not whole", () => {
    const heard: unknown[] = [];
    const acks = Buffer.concat([ack("A", 1), ack("NIFTY-7/28/2026", 70_000, "B", 300)]);
    const longest = ack(...Array.from({ length: 7 }, (_, i) => [`Futures-NSE-7/28/2026 ${i}`, i]).flat());
    const other = frame(pack("resync", "A"));
    expect(read(Buffer.concat([acks, longest, other, acks]), heard)).toBe(acks.length + longest.length);
    expect(heard.slice(0, 3)).toEqual(["A 1", "NIFTY-7/28/2026 70000", "B 300"]);
    expect(heard).toHaveLength(10);
    expect(read(acks.subarray(0, -1), [])).toBe(ack("A", 1).length);
    expect(read(frame(pack("ack", "A", 1), 0x81), [])).toBe(0);
  });

  it("never take more than there is, whatever arrives", () => {
    const piece = fc.oneof(
      fc.constant(ack("A", 1)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.nat(), fc.nat(255), (pieces, at, value) => {
        const bytes = Buffer.concat(pieces);
        if (bytes.length > 0) bytes[at % bytes.length] = value;
        const length = read(bytes, []);
        expect(length).toBeGreaterThanOrEqual(0);
        expect(length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
