/** What feed and edges count of each other, on the server's one registry. */
import { Counter, Gauge, type Registry } from "prom-client";

export interface RolesMetrics {
  readonly frames: Counter<"direction" | "kind">;
  readonly bytes: Counter<"direction">;
  readonly asks: Counter<"what">;
  readonly resyncs: Counter<"why">;
  readonly followed: Gauge;
  readonly lost: Gauge;
  readonly leads: Gauge;
}

export function createRolesMetrics(registry: Registry): RolesMetrics {
  const registers = [registry];
  return {
    frames: new Counter({
      name: "bus_frames_total",
      help: "Frames published by a feed (out), or heard by an edge (in)",
      labelNames: ["direction", "kind"],
      registers,
    }),
    bytes: new Counter({
      name: "bus_frame_bytes_total",
      help: "Bytes of frames on the bus",
      labelNames: ["direction"],
      registers,
    }),
    asks: new Counter({
      name: "bus_asks_total",
      help: "What edges fetched from the feed, by kind",
      labelNames: ["what"],
      registers,
    }),
    resyncs: new Counter({
      name: "room_resyncs_total",
      help: "Rooms that an edge took anew from the feed, by cause",
      labelNames: ["why"],
      registers,
    }),
    followed: new Gauge({ name: "rooms_followed", help: "Rooms whose frames cross the bus", registers }),
    lost: new Gauge({ name: "bus_lost", help: "Messages that may not have been published", registers }),
    leads: new Gauge({ name: "feed_leads", help: "1 while this feed leads, 0 while it stands by", registers }),
  };
}
