/** What the market parts count, on the server's one registry. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface MarketMetrics {
  readonly journalBytes: Counter;
  readonly journalSeconds: Histogram;
  readonly frames: Counter<"kind">;
  readonly frameBytes: Counter<"kind">;
  readonly delivered: Counter<"kind">;
  readonly snapshots: Counter<"why">;
  readonly sockets: Gauge<"path">;
  readonly joined: Gauge;
  readonly lagging: Gauge;
  readonly cutOff: Counter<"why">;
  readonly refusals: Counter<"why">;
}

export function createMarketMetrics(registry: Registry): MarketMetrics {
  const registers = [registry];
  return {
    journalBytes: new Counter({ name: "journal_bytes_total", help: "Bytes appended to the journal", registers }),
    journalSeconds: new Histogram({
      name: "journal_append_seconds",
      help: "Seconds to make one minute durable",
      buckets: [0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
      registers,
    }),
    frames: new Counter({
      name: "frames_encoded_total",
      help: "Frames encoded, once a room",
      labelNames: ["kind"],
      registers,
    }),
    frameBytes: new Counter({
      name: "frame_bytes_total",
      help: "Bytes of encoded frames",
      labelNames: ["kind"],
      registers,
    }),
    delivered: new Counter({
      name: "frames_delivered_total",
      help: "Frames handed to sockets",
      labelNames: ["kind"],
      registers,
    }),
    snapshots: new Counter({
      name: "snapshots_sent_total",
      help: "Snapshots sent, by cause",
      labelNames: ["why"],
      registers,
    }),
    sockets: new Gauge({ name: "sockets_connected", help: "Open socket connections", labelNames: ["path"], registers }),
    joined: new Gauge({ name: "rooms_joined", help: "Rooms that sockets hold, over all namespaces", registers }),
    lagging: new Gauge({ name: "rooms_lagging", help: "Joined rooms whose tick frames are held back", registers }),
    cutOff: new Counter({
      name: "sockets_cut_off_total",
      help: "Connections that the server closed: full (minutes do not fit any more), silent (no acknowledgement), flood",
      labelNames: ["why"],
      registers,
    }),
    refusals: new Counter({
      name: "socket_refusals_total",
      help: "Refused handshakes, rooms and events",
      labelNames: ["why"],
      registers,
    }),
  };
}
