import { OpenAPIHono } from "@hono/zod-openapi";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { beforeEach, describe, expect, it } from "vitest";
import { operatorStatus } from "#contract/wire/http/operator.ts";
import type { DayManifest } from "../../market/archive/archive.ts";
import { AppError } from "../../platform/errors.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import type { Probe } from "../../platform/probe.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { operatorModule } from "./operator.ts";

let app: OpenAPIHono<HttpEnv>;
let registry: Registry;
let clock: ManualClock;
let days: DayManifest[];
let asked: number;

beforeEach(() => {
  registry = new Registry();
  clock = createManualClock();
  days = [];
  asked = 0;
  const probes: Probe[] = [
    { name: "database", check: () => ({ ok: true }) },
    {
      name: "feed",
      check() {
        throw new Error("down");
      },
    },
  ];
  app = new OpenAPIHono<HttpEnv>();
  app.onError((error, c) =>
    error instanceof AppError ? c.json(error.reply, error.httpStatus) : c.json({ message: String(error) }, 500),
  );
  const market = {
    day: undefined,
    time: () => ({ source: "sim", date: "2026-11-20", minute: 735.5, rate: 1, wall: 0 }) as never,
  };
  const archive = {
    days: async () => {
      asked++;
      return days;
    },
  };
  const segments = () => [{ segment: "NSE", state: "silent", ageMs: 9000, reason: "no change for 9 s" }] as const;
  operatorModule({ role: "all", market, segments, archive, probes, registry, clock })(
    createBind(app, createFixedIdentities()),
  );
});

const get = (who?: string) =>
  app.request("/api/v1/operator/status", who === undefined ? {} : { headers: { cookie: `ticket=${who}` } });
const status = async () => operatorStatus.response.parse(await (await get("admin")).json()).data;

describe("the operator's status", () => {
  it("is for administrators", async () => {
    expect((await get()).status).toBe(401);
    const refused = await get("live");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      status: "fail",
      message: "You don't have permission to view this page",
    });
    expect((await get("admin")).status).toBe(200);
  });

  it("says what was counted, by what it was counted by", async () => {
    const registers = [registry];
    const sockets = new Gauge({ name: "sockets_connected", help: "-", labelNames: ["path"], registers });
    sockets.set({ path: "/live" }, 3);
    sockets.set({ path: "/socket.io" }, 2);
    const kinds = { help: "-", labelNames: ["kind"], registers };
    new Counter({ name: "frames_encoded_total", ...kinds }).inc({ kind: "tick" }, 7);
    new Counter({ name: "frame_bytes_total", ...kinds }).inc({ kind: "tick" }, 700);
    new Counter({ name: "frames_delivered_total", ...kinds }).inc({ kind: "minute" }, 5);
    const refusals = new Counter({ name: "socket_refusals_total", help: "-", labelNames: ["why"], registers });
    refusals.inc({ why: "ticket" }, 2);
    refusals.inc({ why: "room" }, 1);
    const append = new Histogram({ name: "journal_append_seconds", help: "-", buckets: [1], registers });
    append.observe(0.25);
    append.observe(0.5);
    const { clients, frames, journal } = await status();
    expect(clients).toEqual({ sockets: { "/live": 3, "/socket.io": 2 }, joined: 0, lagging: 0, refused: 3 });
    expect(frames).toEqual({
      tick: { encoded: 7, bytes: 700, delivered: 0 },
      minute: { encoded: 0, bytes: 0, delivered: 5 },
    });
    expect(journal).toEqual({ minutes: 2, bytes: 0, seconds: 0.75 });
  });

  it("asks every probe, and a probe that throws has failed", async () => {
    const { checks, segments, exchange } = await status();
    expect(checks).toEqual([
      { name: "database", ok: true, detail: "" },
      { name: "feed", ok: false, detail: "the check failed" },
    ]);
    expect(segments).toEqual([{ segment: "NSE", state: "silent", ageMs: 9000, reason: "no change for 9 s" }]);
    expect(exchange).toEqual({ source: "sim", date: "2026-11-20", minute: 735.5, rate: 1 });
  });

  it("looks into the archive every half minute at most", async () => {
    expect((await status()).archive).toEqual({ days: 0, oldest: null, newest: null });
    days = ["2026-11-18", "2026-11-19"].map((date) => ({ date }) as DayManifest);
    expect((await status()).archive.days).toBe(0);
    expect(asked).toBe(1);
    await clock.advance(31_000);
    expect((await status()).archive).toEqual({ days: 2, oldest: "2026-11-18", newest: "2026-11-19" });
  });
});
