/** A peer on a port: its plain JavaScript of bench/peers, with the ticks that it is to send. */
import { ROOMS } from "./protocol.ts";
import { recordTicks } from "./room-ticks.ts";
import { type BenchedServer, serve } from "./server-process.ts";

export interface PeerOptions {
  readonly peer: "bare-ws" | "stock-socket-io";
  readonly sends: "maps" | "frames";
}

interface PeerModule {
  /** @param options.ticks what ticks are, asked for when the first is sent */
  startServer(options: {
    readonly rooms: typeof ROOMS;
    readonly ticks: () => readonly unknown[];
  }): Promise<BenchedServer>;
}

/** The name of the namespace and of the room, and msgpack's marks. */
const ENVELOPE_BYTES = 42;

serve<PeerOptions>(async ({ peer, sends }) => {
  const { startServer } = (await import(`../peers/fanout/${peer}.js`)) as PeerModule;
  return startServer({ rooms: ROOMS, ticks: () => ticksOf(sends) });
});

/** Frames with the few bytes more that the product's envelope has: equal bytes for equal work. */
function ticksOf(sends: PeerOptions["sends"]): readonly unknown[] {
  const { frames, maps } = recordTicks();
  return sends === "maps" ? maps : frames.map((frame) => Buffer.concat([frame, Buffer.alloc(ENVELOPE_BYTES)]));
}
