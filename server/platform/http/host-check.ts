/**
 * Answers only for host names that are ours, so that a foreign page which rebinds its name to this machine gets
 * nothing; and off loopback only over TLS, because the session cookie would travel in the clear.
 */
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../env/env.ts";
import { AppError } from "../errors.ts";
import type { HttpEnv } from "./http-env.ts";
import { tlsPage } from "./tls-page.ts";

/** 'host:port' without its port; '[::1]:80' gives '[::1]'. */
export const hostName = (host: string): string => host.replace(/:\d+$/, "");

/** @param allowed host names without port; loopback is always allowed. */
export function hostCheck(allowed: readonly string[]): MiddlewareHandler<HttpEnv> {
  const ours = new Set(allowed.map((host) => hostName(host.toLowerCase())));
  return async function hostCheck(c, next) {
    const { host, secure } = c.get("client");
    const name = hostName(host);
    if (isLoopback(name)) return next();
    if (!secure) return c.req.path.startsWith("/api/") ? refuse("tls-required") : c.html(tlsPage(), 403);
    if (!ours.has(name)) return refuse("wrong-host");
    return next();
  };
}

function refuse(code: "tls-required" | "wrong-host"): never {
  throw new AppError(code);
}
