/** Gives each request an id, counts and times it, and logs what went wrong. */
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { WallClock } from "../clocks.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { HttpEnv } from "./http-env.ts";

export function observe(clock: WallClock, log: Log, metrics: Metrics): MiddlewareHandler<HttpEnv> {
  return async function observe(c, next) {
    const started = clock.monotonic();
    c.set("requestId", randomUUID());
    await next();
    c.res.headers.set("X-Request-Id", c.get("requestId"));
    const ms = clock.monotonic() - started;
    const route = c.get("route") ?? (c.res.status === 404 ? "unknown" : "static");
    const { status } = c.res;
    metrics.httpDuration.observe({ method: c.req.method, route, status }, ms / 1000);
    // The URL stays out: paths carry reset tokens, queries carry broker codes.
    log.debug({ id: c.get("requestId"), method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }, "request");
  };
}
