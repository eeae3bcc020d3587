/** What every reply tells the browser not to do. */
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./http-env.ts";

/** Sockets of our own host are named besides 'self', which older browsers do not extend to ws: and wss:. */
const contentPolicy = (host: string, formActions: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    // The chart and grid hosts position canvases and tooltips through style attributes.
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' data: blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formActions].join(" "),
    "frame-ancestors 'none'",
  ].join("; ");

/** @param formActions pages of others that forms may be posted to. */
export const securityHeaders =
  (formActions: readonly string[] = []): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    await next();
    const { host, secure } = c.get("client");
    const { headers } = c.res;
    headers.set("Content-Security-Policy", contentPolicy(/^[\w.:[\]-]+$/.test(host) ? host : "localhost", formActions));
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "same-origin");
    if (secure) headers.set("Strict-Transport-Security", "max-age=31536000");
    // A handler that knows better (a finished, immutable day) has said so already.
    if (c.req.path.startsWith("/api/") && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
