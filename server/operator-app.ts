/** The HTTP surface of a process without users: is it alive, is it ready, how is it doing. */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Registry } from "prom-client";
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env/env.ts";
import { AppError } from "./platform/errors.ts";
import { clientFacts } from "./platform/http/client-facts.ts";
import type { HttpEnv } from "./platform/http/http-env.ts";
import { observe } from "./platform/http/observe.ts";
import { registerMetrics, registerProbes } from "./platform/http/operator-routes.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Probe } from "./platform/probe.ts";

export interface OperatorAppDeps {
  readonly env: Env;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Asked at each request: what has to be well changes. */
  readonly probes: () => readonly Probe[];
  /** What is counted now: at each request, too. */
  readonly registry: () => Registry;
}

export function createOperatorApp({
  env,
  clock,
  log,
  metrics,
  probes,
  registry,
}: OperatorAppDeps): OpenAPIHono<HttpEnv> {
  const app = new OpenAPIHono<HttpEnv>();
  app.use(observe(clock, log, metrics));
  app.use(clientFacts(env.trustProxy));
  app.use(securityHeaders());
  registerProbes(app, probes);
  registerMetrics(app, registry, { token: env.metricsToken, open: env.openMetrics });
  app.notFound(() => {
    throw new AppError("not-found");
  });
  app.onError((error, c) => {
    const failure = error instanceof AppError ? error : new AppError("internal", undefined, { cause: error });
    if (failure.httpStatus >= 500) log.error({ err: error }, "request failed");
    return c.json(failure.reply, failure.httpStatus);
  });
  return app;
}
