/**
 * Refuses requests that another site makes with our user's cookie. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser and carries no foreign cookie.
 */
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "../errors.ts";
import type { HttpEnv } from "./http-env.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** For every method that changes state. */
export const refuseCrossSite: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!SAFE.has(c.req.method) && !isSameOrigin(c)) throw new AppError("forbidden");
  await next();
};

/**
 * For the calls that change state although they are GETs: only a fetch of our own page, never a link, an image or
 * another site.
 * @throws AppError 403
 */
export function requireSameOriginFetch(c: Context<HttpEnv>): void {
  const mode = c.req.header("sec-fetch-mode");
  const navigates =
    mode === "navigate" || (mode === undefined && /text\/html|image\//.test(c.req.header("accept") ?? ""));
  if (navigates || !isSameOrigin(c)) throw new AppError("forbidden");
}

function isSameOrigin(c: Context<HttpEnv>): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("origin");
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === c.get("client").host;
}
