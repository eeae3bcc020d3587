import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePacket, Encoder, EVENT } from "#contract/wire/live-parser.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { readAck } from "./ack-packet.ts";

const pack = (data: readonly unknown[], nsp = OPTION_LIVE): Buffer =>
  Buffer.from(new Encoder().encode({ type: EVENT, nsp, data })[0] as Uint8Array);

function read(packet: Buffer): unknown[] | undefined {
  const pairs: unknown[] = [];
  const isRead = readAck(packet, packet.length, "reader", {
    take: () => true,
    acknowledged: (_reader, room, seq) => void pairs.push(room, seq),
  });
  return isRead ? pairs : undefined;
}

/** What the ordinary way makes of the packet: the arguments of an acknowledgement, or nothing. */
function ordinary(packet: Buffer): unknown[] | undefined {
  try {
    const { type, nsp, data, id } = decodePacket(packet);
    const [event, ...pairs] = Array.isArray(data) ? data : [];
    return type === EVENT && nsp === OPTION_LIVE && id === undefined && event === "ack" ? pairs : undefined;
  } catch {
    return undefined;
  }
}

const room = fc.oneof(fc.constantFrom("NIFTY-7/28/2026", "Futures-NSE-7/28/2026"), fc.stringMatching(/^[ -~]{0,80}$/));
const seq = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const pairs = fc.array(fc.tuple(room, seq), { minLength: 1, maxLength: 7 }).map((list) => list.flat());

describe("an acknowledgement", () => {
  it("is read as the parser reads it", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        expect(read(pack(["ack", ...list]))).toEqual(list);
      }),
    );
  });

  it.each([[["ack"]], [["ack", "room"]], [["nak", "room", 1]], [["ack", "room", -1]], [["ack", "room", 2 ** 33]]])(
    "is none of the quick ones: %j",
    (data) => expect(read(pack(data))).toBeUndefined(),
  );

  it("of another namespace is none", () => {
    expect(read(pack(["ack", "room", 1], "/OIPriceLiveSocket"))).toBeUndefined();
    expect(read(pack(["ack", "room", 1], "/liveIndex"))).toBeUndefined();
  });

  it("that is damaged or cut short is left to the parser, or means the same there", () => {
    const damaged = fc.tuple(pairs, fc.nat(), fc.nat(255), fc.nat(), fc.boolean());
    fc.assert(
      fc.property(damaged, ([list, at, value, to, isCut]) => {
        const packet = pack(["ack", ...list]);
        if (!isCut) packet[at % packet.length] = value;
        const sent = isCut ? packet.subarray(0, to % packet.length) : packet;
        const quick = read(sent);
        // Names beyond ASCII are no rooms, whichever way their bytes are read.
        if (quick !== undefined && !quick.some((part) => /[^ -~]/.test(String(part)))) {
          expect(quick).toEqual(ordinary(sent));
        }
      }),
      { numRuns: 500 },
    );
  });
});
