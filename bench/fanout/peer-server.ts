/** A peer on a port: its plain JavaScript of bench/peers, with the ticks that it is to send. */
import { ROOMS } from "./protocol.ts";
import { recordTicks } from "./room-ticks.ts";
import { type BenchedServer, serve } from "./server-process.ts";

export interface PeerOptions {
  readonly peer: "bare-ws" | "stock-socket-io";
  readonly sends: "maps" | "frames";
}

/** @param options.frames with the few bytes more that the product's envelope has: equal bytes for equal work. */
interface PeerModule {
  startServer(options: {
    readonly rooms: typeof ROOMS;
    readonly frames: readonly Buffer[];
    readonly maps: readonly object[];
    readonly sends: "maps" | "frames";
  }): Promise<BenchedServer>;
}

/** The name of the namespace and of the room, and msgpack's marks. */
const ENVELOPE_BYTES = 42;

serve<PeerOptions>(async ({ peer, sends }) => {
  const { startServer } = (await import(`../peers/fanout/${peer}.js`)) as PeerModule;
  const { frames, maps } = recordTicks();
  const padded = frames.map((frame) => Buffer.concat([frame, Buffer.alloc(ENVELOPE_BYTES)]));
  return startServer({ rooms: ROOMS, frames: padded, maps, sends });
});
