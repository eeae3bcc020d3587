/**
 * Turns a call of the contract into a route: path, guard, validation of the body, the typed handler, and its entry in
 * the OpenAPI document. Modules register with it and never touch the router:
 *
 *     bind(isPremium, ({ user }) => ({ isPremium: user.premium }));
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Handler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { BodyOf, Call, ResponseOf } from "#contract/wire/http/call.ts";
import { AppError } from "../errors.ts";
import { isDeeperThan, MAX_DEPTH } from "../limits/json-depth.ts";
import type { Identities, Identity } from "../users/identity.ts";
import { documentCall } from "./document-call.ts";
import type { HttpEnv } from "./http-env.ts";

/** Who asks: nobody knows on a public call, somebody is certain on the others. */
type UserOf<C extends Call> = C["access"] extends "public" ? Identity | undefined : Identity;

export interface Asked<C extends Call = Call> {
  /** Path parameters by name, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: BodyOf<C>;
  readonly user: UserOf<C>;
  /** The request and reply headers; most handlers need neither. */
  readonly http: Context<HttpEnv>;
}

/** The reply body as the contract declares it, or a Response of the handler's own (the archive's bytes). */
export type Answer<C extends Call> = ResponseOf<C> | Response;
export type CallHandler<C extends Call> = (asked: Asked<C>) => Answer<C> | Promise<Answer<C>>;

/**
 * Registers a call of the contract. Throw an AppError for every refusal. Where a reply holds literals, write
 * `satisfies ResponseOf<typeof call>` behind it: TypeScript forgets them on the way through two generic types.
 */
export type Bind = <C extends Call>(call: C, handler: CallHandler<C>) => void;

/** Rooms and expiries carry slashes, so they take the rest of the path; '%2F' and ':' arrive decoded. */
const PATTERNS: Readonly<Record<string, string>> = { room: ".+", expiry: ".+", exchange: "\\w+" };

/** Few calls send more than a few kilobytes; those that do say so. */
const MAX_BODY_BYTES = 64 * 1024;
const refuseLarge = (): never => {
  throw new AppError("too-large");
};

interface Route {
  /** As the router takes it. */
  readonly path: string;
  /** The call's parameters from the router's. */
  params(found: Readonly<Record<string, string>>): Record<string, string>;
}

/** The router's name of a segment that mixes words and parameters ('Futures-{exchange}-{expiry}'). */
const MIXED = "segment";

/** A segment is words, one parameter, or both mixed: then the router takes it as one, and it is taken apart here. */
export function routeOf(call: Call): Route {
  let mixed: RegExp | undefined;
  const path = (API_BASE + call.path)
    .split("/")
    .map((segment) => {
      const whole = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (whole !== undefined) return `:${whole}${PATTERNS[whole] === undefined ? "" : `{${PATTERNS[whole]}}`}`;
      if (!segment.includes("{")) return segment;
      const named = (name: string): string => PATTERNS[name] ?? "[^/]+";
      mixed = new RegExp(`^${segment.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${named(name)})`)}$`);
      return `:${MIXED}{${segment.replace(/\{(\w+)\}/g, (_, name: string) => named(name))}}`;
    })
    .join("/");
  return {
    path,
    params({ [MIXED]: segment, ...found }) {
      return { ...found, ...(segment === undefined ? {} : mixed?.exec(segment)?.groups) };
    },
  };
}

export function createBind(app: OpenAPIHono<HttpEnv>, identities: Identities): Bind {
  return (call, handler) => {
    documentCall(app.openAPIRegistry, call);
    const route = routeOf(call);
    const limit = bodyLimit({ maxSize: call.maxBodyBytes ?? MAX_BODY_BYTES, onError: refuseLarge });
    const handle: Handler<HttpEnv> = async (http) => {
      http.set("route", API_BASE + call.path);
      const user = await guard(call, http, identities);
      // Behind the guard: nobody is read at length who may not call.
      if (call.method !== "get") await limit(http, async () => undefined);
      const body = call.body === undefined ? undefined : await readBody(call.body, http);
      const params = route.params(http.req.param());
      // The one character that no text of a database holds.
      if (Object.values(params).some((value) => value.includes("\u0000"))) throw new AppError("bad-request");
      const asked = { params, body, user, http };
      // The guard and the schema have just established what the types of this call promise.
      const answer = await handler(asked as unknown as Asked<typeof call>);
      return answer instanceof Response ? answer : http.json(answer as object);
    };
    app.on(call.method.toUpperCase(), route.path, handle);
  };
}

/** @throws AppError 401 without a session, 402 without a subscription, 403 without a paid one or the right, where the call needs it. */
async function guard(call: Call, http: Context<HttpEnv>, identities: Identities): Promise<Identity | undefined> {
  const user = await identities.byCookie(http.req.header("cookie"));
  http.set("userId", user?.userId);
  if (call.access === "public") return user;
  if (user === undefined) throw new AppError("unauthorized");
  if (call.access === "user") return user;
  if (call.access === "admin") {
    if (!user.admin) throw new AppError("forbidden", "You don't have permission to view this page");
    return user;
  }
  if (!user.subscribed) throw new AppError("subscription-required");
  if (call.access === "premium" && !user.premium) throw new AppError("premium-required");
  return user;
}

/**
 * The zero character and halves of surrogate pairs, which no database takes, as `JSON.stringify` writes them. They can
 * only arrive as escapes.
 */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

async function readBody(schema: z.ZodType, http: Context<HttpEnv>): Promise<unknown> {
  const type = http.req.header("content-type") ?? "";
  // A JSON type is never a "simple" cross-site form post, so insisting on it is part of the forgery defence.
  if (!/^application\/json\b/i.test(type)) throw new AppError("unsupported-media-type");
  const text = await http.req.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new AppError("bad-request", "The body is not valid JSON", { cause });
    throw cause;
  }
  if (isDeeperThan(MAX_DEPTH, json)) throw new AppError("bad-request", "The body is nested too deeply");
  if (text.includes("\\u") && UNSTORABLE.test(JSON.stringify(json))) {
    throw new AppError("bad-request", "The body has characters that cannot be stored");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".");
  throw new AppError("bad-request", field ? `${field}: ${issue?.message}` : issue?.message, { cause: parsed.error });
}
