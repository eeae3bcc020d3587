/** The HTTP surface, built from injected parts: nothing here reads the environment, the clock or the disk by itself. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import type { WallClock } from "./platform/clocks.ts";
import { isDatabaseAway } from "./platform/database/database-away.ts";
import { AppError } from "./platform/errors.ts";
import { type Bind, createBind } from "./platform/http/bind.ts";
import { clientFacts } from "./platform/http/client-facts.ts";
import { openApiDocument } from "./platform/http/document-call.ts";
import { refuseCrossSite } from "./platform/http/forgery.ts";
import { hostCheck } from "./platform/http/host-check.ts";
import type { HttpEnv } from "./platform/http/http-env.ts";
import { observe } from "./platform/http/observe.ts";
import { type MetricsAccess, registerMetrics, registerProbes } from "./platform/http/operator-routes.ts";
import type { Pages } from "./platform/http/pages.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { createStaticFiles } from "./platform/http/static-files.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Probe } from "./platform/probe.ts";
import type { Identities } from "./platform/users/identity.ts";

export interface AppDeps {
  readonly identities: Identities;
  /** Each module registers its calls with the `bind` it is handed. */
  readonly modules: readonly ((bind: Bind) => void)[];
  /** What the server makes itself for the browser, besides the app. */
  readonly pages: readonly Pages[];
  readonly probes: readonly Probe[];
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  /** Host names besides loopback, without port. */
  readonly allowedHosts: readonly string[];
  readonly trustProxy: boolean;
  /** Pages of others that forms may be posted to. */
  readonly formActions?: readonly string[];
  /** Folder of the built browser app. */
  readonly webRoot: string;
}

/** Routes of the browser app that live under the API prefix, because providers and e-mails link to them. */
const PRIVATE_PAGES = ["/api/v1/broker/:name", "/api/v1/users/resetPassword/*"] as const;

/** Where there is no call, a browser's address bar gets the app, and a caller that there is none. */
const BELOW_BROKER = "/api/v1/broker/:name/*";

export function createApp(deps: AppDeps): OpenAPIHono<HttpEnv> {
  const app = new OpenAPIHono<HttpEnv>();
  app.use(observe(deps.clock, deps.log, deps.metrics));
  app.use(clientFacts(deps.trustProxy));
  app.use(securityHeaders(deps.formActions));
  // Before the host check: orchestrators ask by address, and the answers hold nothing secret.
  registerProbes(app, () => deps.probes);
  app.use(hostCheck(deps.allowedHosts));
  app.use(refuseCrossSite);

  const bind = createBind(app, deps.identities);
  for (const register of deps.modules) register(bind);
  for (const register of deps.pages) register(app);
  registerMetrics(app, () => deps.metrics.registry, deps.metricsAccess);
  let document: object | undefined;
  app.get("/openapi.json", (c) => {
    c.set("route", "/openapi.json");
    document ??= openApiDocument(app);
    return c.json(document);
  });

  const files = createStaticFiles(deps.webRoot);
  for (const path of PRIVATE_PAGES) app.get(path, files.privatePage);
  app.get(BELOW_BROKER, (c, next) =>
    c.req.header("accept")?.includes("text/html") ? files.privatePage(c, next) : next(),
  );
  app.get("*", files.serve);

  app.notFound(() => {
    throw new AppError("not-found");
  });
  app.onError((error, c) => {
    const failure = asAppError(error);
    const facts = { id: c.get("requestId"), route: c.get("route"), code: failure.code };
    if (failure.httpStatus >= 500) deps.log.error({ ...facts, err: failure.cause ?? failure }, "request failed");
    else if (failure.code === "forbidden") {
      // Whoever tries doors that are not theirs is worth knowing: who, from where, which door.
      deps.log.info({ ...facts, account: c.get("userId"), address: c.get("client").address }, "request forbidden");
    } else deps.log.debug(facts, "request refused");
    if (failure.retryAfter !== undefined) c.header("Retry-After", String(failure.retryAfter));
    return c.json(failure.reply, failure.httpStatus);
  });
  return app;
}

const AWAY = "This cannot be read or saved right now. Please try again in a moment.";
const AWAY_SECONDS = 2;

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError("unavailable", AWAY, { cause: error, retryAfter: AWAY_SECONDS });
  if (error instanceof HTTPException && error.status < 500)
    return new AppError("bad-request", undefined, { cause: error });
  return new AppError("internal", undefined, { cause: error });
}
