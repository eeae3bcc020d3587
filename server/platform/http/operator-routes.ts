/** What the operator's tools ask: is it alive, is it ready, how is it doing, what can it do. */
import { timingSafeEqual } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Registry } from "prom-client";
import { AppError } from "../errors.ts";
import { askProbe, type Probe } from "../probe.ts";
import { isForwarded } from "./client-facts.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * `/healthz`: the process answers. `/readyz`: everything it needs does, too; 503 names what does not.
 * @param probes asked at each request: what has to be well may change.
 */
export function registerProbes(app: OpenAPIHono<HttpEnv>, probes: () => readonly Probe[]): void {
  app.get("/healthz", (c) => {
    c.set("route", "/healthz");
    return c.json({ status: "ok" });
  });
  app.get("/readyz", async (c) => {
    c.set("route", "/readyz");
    const results = await Promise.all(probes().map(async (probe) => [probe.name, await askProbe(probe)] as const));
    const ready = results.every(([, { ok }]) => ok);
    return c.json({ status: ready ? "ready" : "not ready", checks: Object.fromEntries(results) }, ready ? 200 : 503);
  });
}

export interface MetricsAccess {
  readonly token: string | undefined;
  /** Nobody but this machine can ask, so no token is needed. */
  readonly open: boolean;
}

/** @param registry asked at each request. */
export function registerMetrics(app: OpenAPIHono<HttpEnv>, registry: () => Registry, access: MetricsAccess): void {
  app.get("/metrics", async (c) => {
    c.set("route", "/metrics");
    const sent = c.req.header("authorization") ?? "";
    const allowed =
      access.token === undefined ? access.open && !isForwarded(c) : isEqual(sent, `Bearer ${access.token}`);
    if (!allowed) throw new AppError("not-found");
    const asked = registry();
    return c.body(await asked.metrics(), 200, { "Content-Type": asked.contentType });
  });
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length &&
  Buffer.byteLength(a) === Buffer.byteLength(b) &&
  timingSafeEqual(Buffer.from(a), Buffer.from(b));
