/** The OpenAPI document, from the contract's calls. */
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Env as AnyEnv } from "hono";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { type Call, ErrorReply, StaleReply } from "#contract/wire/http/call.ts";
import { ORDER_KEY, ORDER_KEY_HEADER } from "#contract/wire/http/order-bodies.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

const REFUSALS = {
  public: [400, 403, 429],
  user: [401],
  subscriber: [401, 402, 404],
  premium: [401, 402, 403, 404],
  admin: [401, 403],
} as const;
/** A parameter can hold what no database does. */
const OF_PARAMETERS = [400];
/** What changes something is refused to other sites, and read up to its limit. */
const OF_CHANGES = [403, 413];
const OF_BODY = [400, 415];
/** The database can be away, and the market not ready. */
const OF_ALL = [503];
const REASONS: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  401: "Not logged in",
  402: "No subscription",
  403: "Not allowed",
  404: "No data, or nothing of that name",
  409: "Not as things are now, or there is one already: the message says which",
  413: "Too large",
  415: "The body is not JSON",
  429: "Too many attempts",
  503: "Not ready, or too much at once: try again later",
};

/** HTTP statuses of a call's refusals, a stale write's and a failure of the server's aside. */
export const refusalsOf = ({ access, method, path, body, refusals = [] }: Call): readonly number[] => {
  const all = [
    ...REFUSALS[access],
    ...(path.includes("{") ? OF_PARAMETERS : []),
    ...(method === "get" ? [] : OF_CHANGES),
    ...(body === undefined ? [] : OF_BODY),
    ...refusals,
    ...OF_ALL,
  ];
  return [...new Set(all)].sort((a, b) => a - b);
};

const SESSION_SCHEME = "session";

/** Without it a repeated request is another order. */
const pressKey = z.object({
  [ORDER_KEY_HEADER]: z.string().regex(ORDER_KEY).optional().openapi({
    description:
      "'{key}/{batch}': a key of one press of a button, and the number of the request in it, from 0. The same key, batch and body is answered with what became of it and sends nothing, with another body it is refused (409). Without it each request is a press of its own: a repeated one orders again. orders/submissions/{key} tells what became of a press",
  }),
});

const tagged = {
  ETag: {
    description: "The revision of what is kept, to be sent back with a write",
    schema: { type: "string" as const },
  },
};

export function documentCall(registry: Registry, call: Call): void {
  const names = Array.from(call.path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "");
  const query = Object.entries(call.query ?? {}).map(([name, description]): [string, z.ZodType] => [
    name,
    z.string().optional().openapi({ description }),
  ]);
  const json = (schema: z.ZodType) => ({ content: { "application/json": { schema } } });
  registry.registerPath({
    method: call.method,
    path: API_BASE + call.path,
    summary: call.summary,
    security: call.access === "public" ? [] : [{ [SESSION_SCHEME]: [] }],
    request: {
      ...(names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(query.length === 0 ? {} : { query: z.object(Object.fromEntries(query)) }),
      ...(call.body === undefined ? {} : { body: { ...json(call.body), required: true } }),
      ...(call.revision === "write" ? { headers: z.object({ "If-Match": z.string().optional() }) } : {}),
      ...(call.isPress ? { headers: pressKey } : {}),
      ...(call.isKeyed ? { headers: z.object({ "Idempotency-Key": z.uuid().optional() }) } : {}),
    },
    responses: {
      200: { description: "Done", ...json(call.response), ...(call.revision === undefined ? {} : { headers: tagged }) },
      ...(call.revision === "write"
        ? { 412: { description: "Changed elsewhere: nothing is written", ...json(StaleReply), headers: tagged } }
        : {}),
      ...Object.fromEntries(
        refusalsOf(call).map((status) => [status, { description: REASONS[status] ?? "", ...json(ErrorReply) }]),
      ),
    },
  });
}

/** @param app the app whose routes were documented as they were bound. */
export function openApiDocument<E extends AnyEnv>(app: OpenAPIHono<E>): object {
  app.openAPIRegistry.registerComponent("securitySchemes", SESSION_SCHEME, {
    type: "apiKey",
    in: "cookie",
    name: "__Host-strikeboard",
    description: "Set by users/login; named 'strikeboard' over http on localhost.",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Strikeboard",
      version: "1",
      description: "Live and recorded option chains of Indian exchanges. Every refusal is {status, message}.",
    },
  });
}

/** The document of these calls, without a server: for the committed copy. */
export function documentOf(calls: readonly Call[]): object {
  const app = new OpenAPIHono();
  for (const call of calls) documentCall(app.openAPIRegistry, call);
  return openApiDocument(app);
}
