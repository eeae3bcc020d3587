/** What feed and edges count of each other, on the server's one registry. */

import { Counter, Gauge, type Registry } from "prom-client";
import { recordOf } from "#contract/domain/record-of.ts";
import type { FrameFate } from "./room-mirror.ts";

export type PublishedKind = "tick" | "dictionary" | "minute";
/** A counter whose labels have been looked up: these count each frame. */
interface Counted {
  inc(value?: number): void;
}

export interface RolesMetrics {
  readonly published: Readonly<Record<PublishedKind, Counted>>;
  readonly publishedBytes: Counted;
  readonly heard: Readonly<Record<FrameFate, Counted>>;
  readonly heardBytes: Counted;
  readonly asks: Counter<"what">;
  readonly resyncs: Counter<"why">;
  readonly followed: Gauge;
  readonly lost: Gauge;
  readonly leads: Gauge;
}

export function createRolesMetrics(registry: Registry): RolesMetrics {
  const registers = [registry];
  const published = new Counter({
    name: "bus_frames_published_total",
    help: "Frames that a feed published, once a room",
    labelNames: ["kind"],
    registers,
  });
  const heard = new Counter({
    name: "bus_frames_heard_total",
    help: "Frames that an edge heard, by what became of them",
    labelNames: ["fate"],
    registers,
  });
  const bytes = new Counter({
    name: "bus_frame_bytes_total",
    help: "Bytes of frames that crossed the bus",
    labelNames: ["direction"],
    registers,
  });
  return {
    published: recordOf(["tick", "dictionary", "minute"], (kind) => published.labels({ kind })),
    publishedBytes: bytes.labels({ direction: "out" }),
    heard: recordOf(["ticks", "dictionary", "minute", "dropped", "gap"], (fate) => heard.labels({ fate })),
    heardBytes: bytes.labels({ direction: "in" }),
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
