/** What an administrator sees of a running server. Counters only grow; rates are the reader's to make. */
import { z } from "zod";
import { OPERATOR_STATUS_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

/** One exchange segment of the feed, as the watch on the feed judges it. */
export const SegmentHealth = z.object({
  segment: z.string(),
  state: z.enum(["live", "closed", "silent", "faulty"]),
  /** Since its last change; null before the first. */
  ageMs: z.number().nullable(),
  /** In words, where it is not well. */
  reason: z.string().nullable(),
});
export type SegmentHealth = z.infer<typeof SegmentHealth>;

export const OperatorStatus = z.object({
  process: z.object({
    /** What this process does of the server: all, feed or edge. */
    role: z.string(),
    uptimeSeconds: z.number(),
    rssBytes: z.number(),
    /** CPU seconds used so far, user and system. */
    cpuSeconds: z.number(),
    /** Lag of the event loop, the 99th percentile since the server counts it. */
    loopLagMs: z.number(),
  }),
  exchange: z.object({
    source: z.string(),
    /** ISO date and minute of the IST day. */
    date: z.string(),
    minute: z.number(),
    /** Exchange seconds a wall second; 0 while the clock stands. */
    rate: z.number(),
  }),
  /** What `/readyz` asks. */
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  segments: z.array(SegmentHealth),
  market: z.object({ rooms: z.number(), instruments: z.number() }),
  clients: z.object({
    /** Open connections by socket path. */
    sockets: z.record(z.string(), z.number()),
    /** Joined rooms over all connections, and those of them whose ticks are held back for a slow reader. */
    joined: z.number(),
    lagging: z.number(),
    refused: z.number(),
  }),
  /** By kind of frame, since the start. */
  frames: z.record(z.string(), z.object({ encoded: z.number(), bytes: z.number(), delivered: z.number() })),
  journal: z.object({ minutes: z.number(), bytes: z.number(), seconds: z.number() }),
  archive: z.object({
    days: z.number(),
    /** ISO dates; null while it is empty. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
  }),
});
export type OperatorStatus = z.infer<typeof OperatorStatus>;

export const operatorStatus = defineCall({
  method: "get",
  path: OPERATOR_STATUS_PATH,
  summary: "How the server is doing: feed, rooms, clients, lag, journal, archive",
  access: "admin",
  response: z.object({ data: OperatorStatus }),
});
