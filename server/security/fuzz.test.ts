/**
 * Every operation of the OpenAPI document, and any other path, is asked anything by anybody: no reply is a failure of
 * ours, none tells of the inside, and what is well is of its schema. FUZZ_INPUTS sets how many requests (600).
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { ErrorReply } from "#contract/wire/http/call.ts";
import type { Database } from "../platform/database/db.ts";
import { migrate } from "../platform/database/migrations.ts";
import { PUBLIC_CALLS } from "../platform/http/public-calls.ts";
import { createLog } from "../platform/log.ts";
import { NOBODYS_ID, nameOf } from "../testing/http/sample-requests.ts";
import { anything, type JsonSchema, ofSchema, text } from "../testing/http/schema-values.ts";
import { openSurface, ROLES, type Role, type Surface, type SurfaceUser } from "../testing/http/surface.ts";
import { NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { FUTURES_ROOM } from "../testing/market/fake-futures.ts";
import { openTestDatabase } from "../testing/processes/databases.ts";
import { findPostgres, type Service, startPostgres } from "../testing/processes/services.ts";

const INPUTS = Number(process.env["FUZZ_INPUTS"] ?? 600);
/** A busy machine may take this long to set everything up. */
const PATIENCE_MS = 240_000;
const HOST = "http://localhost:4000";

const KNOWN = [
  ...ROLES.map((role) => `${role}@example.com`),
  NIFTY_ROOM,
  FUTURES_ROOM,
  NOBODYS_ID,
  "init",
  "07:24:2026",
  "7/28/2026",
  "NSE",
  "checkout",
  "monthly",
  "import",
  "userColumns,workspaces",
  "fyers",
];

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Input {
  readonly method: string;
  readonly url: string;
  readonly role: Role;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of whom the network says it comes. */
  readonly address: string;
  /** The call that is meant. */
  readonly name: string;
}

/** Halves of characters cannot be written in a URL. */
const encoded = (value: string): string => encodeURIComponent(Buffer.from(value).toString());

const headerValue = fc.stringMatching(/^[!-~ ]{0,40}$/);
const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json; charset=utf-8", "text/plain", "multipart/form-data", "x"),
    accept: fc.constantFrom("application/vnd.strikeboard.columns", "text/html", "*/*;q=0"),
    "accept-encoding": fc.oneof(fc.constantFrom("br", "gzip", "identity;q=0"), headerValue),
    "if-none-match": headerValue,
    "sec-fetch-site": fc.constantFrom("same-origin", "cross-site", "none"),
    origin: fc.oneof(fc.constantFrom(HOST, "null", "http://["), headerValue),
    authorization: headerValue,
    "x-forwarded-for": headerValue,
    "x-razorpay-signature": headerValue,
    "x-device-fingerprint": headerValue,
    cookie: fc.oneof(
      headerValue,
      headerValue.map((value) => `strikeboard=${value}`),
    ),
  },
  { requiredKeys: [] },
);
const few = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers });

function inputOf(name: string, method: string, path: string, operation: Operation): fc.Arbitrary<Input> {
  const schema = operation.requestBody?.content["application/json"].schema;
  const names = (where: string) => operation.parameters?.filter((one) => one.in === where).map((one) => one.name) ?? [];
  const texts = (keys: readonly string[]) => fc.record(Object.fromEntries(keys.map((key) => [key, text(KNOWN)])));
  const json = schema === undefined ? fc.constant(undefined) : ofSchema(schema, KNOWN);
  const noise = fc.oneof(
    text(KNOWN),
    anything(KNOWN).map((value) => JSON.stringify(value)),
  );
  const body = fc.oneof(
    { weight: 12, arbitrary: json.map((value) => (value === undefined ? undefined : JSON.stringify(value))) },
    { weight: 1, arbitrary: noise },
  );
  // Whoever logs out is nobody afterwards.
  const role = path.endsWith("logout") ? fc.constant("anonymous" as const) : fc.constantFrom(...ROLES, "live", "admin");
  return fc
    .record({
      filled: texts(names("path")),
      query: fc.oneof(texts(names("query")), fc.dictionary(text(KNOWN), text(KNOWN), { maxKeys: 2 })),
      body,
      role,
      headers: few,
      address: fc.ipV4(),
    })
    .map(({ filled, query, body: sent, headers: more, ...who }) => {
      const pairs = Object.entries(query).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
      const url =
        path.replace(/\{([\w-]+)\}/g, (_, key: string) => encoded(filled[key] ?? "")) +
        (pairs.length ? `?${pairs.join("&")}` : "");
      const carries = sent !== undefined && method !== "GET";
      return {
        ...who,
        name,
        method,
        url,
        headers: { ...(carries ? { "content-type": "application/json" } : {}), ...more },
        ...(carries ? { body: sent } : {}),
      };
    });
}

/** Paths that nobody documented. */
const elsewhere: fc.Arbitrary<Input> = fc
  .record({
    method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
    url: fc
      .tuple(
        fc.constantFrom(
          "/",
          API_BASE,
          "/assets/",
          "/dev/checkout/",
          "/dev/mail",
          "/api/v1/broker/",
          "/metrics",
          "/api/v1/users/confirmEmail/",
          "/api/v1/history/",
        ),
        text(KNOWN),
        fc.boolean(),
      )
      .map(([start, end, raw]) => start + (raw ? end.replace(/[^!-~]/g, "") : encoded(end))),
    role: fc.constantFrom(...ROLES),
    headers: few,
    address: fc.ipV4(),
  })
  .map((input) => ({ ...input, name: "elsewhere" }));

let service: Service | undefined;
let database: Database;
let surface: Surface;
let inputs: fc.Arbitrary<Input>;
const users = {} as Record<Role, SurfaceUser>;
const failures: string[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note);
  const postgres = process.env["FUZZ_DATABASE"] === "postgresql" ? findPostgres() : undefined;
  service = postgres === undefined ? undefined : await startPostgres(postgres);
  database = await openTestDatabase(service?.url);
  await migrate(database);
  const log = createLog("error", {
    write: (line: string) => {
      if (line.includes("request failed")) failures.push(line);
    },
  });
  surface = await openSurface(database, { log });
  for (const role of ROLES) users[role] = await surface.userOf(role);
  const document = (await (await surface.app.fetch("/openapi.json")).json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) =>
      inputOf(`${method} ${path.slice(API_BASE.length)}`, method.toUpperCase(), path, one),
    ),
  );
  expect(operations.length).toBe(PUBLIC_CALLS.length);
  inputs = fc.oneof(
    { weight: operations.length, arbitrary: fc.oneof(...operations) },
    { weight: 5, arbitrary: elsewhere },
  );
}, PATIENCE_MS);
afterAll(async () => {
  await surface.stop();
  await database.close();
  await service?.stop();
  process.off("unhandledRejection", note);
});

/** As a browser reads it. */
async function textOf(reply: Response): Promise<string> {
  const bytes = Buffer.from(await reply.arrayBuffer());
  const encoding = reply.headers.get("content-encoding");
  if (bytes.length === 0 || encoding === null) return bytes.toString();
  return (encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

test(
  "whatever is asked, the server answers, and says nothing of its inside",
  async () => {
    const counts: Record<number, number> = {};
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const { cookie } = users[input.role];
        const { method, body } = input;
        const init = { method, headers: { cookie, ...input.headers }, ...(body === undefined ? {} : { body }) };
        const reply = await surface.app.fetch(HOST + input.url, init, input.address);
        counts[reply.status] = (counts[reply.status] ?? 0) + 1;
        const said = await textOf(reply);
        expect(failures).toEqual([]);
        expect(reply.status).toBeLessThan(500);
        expect(said).not.toMatch(/\n\s+at |node_modules|\.[mc]?[jt]s:\d|select .* from|violates|PGlite/i);
        expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
        const type = reply.headers.get("content-type") ?? "";
        if (reply.status >= 400 && type.includes("json") && method !== "HEAD") ErrorReply.parse(JSON.parse(said));
        const call = PUBLIC_CALLS.find((one) => nameOf(one) === input.name);
        // A room's name may be that of another call.
        const isThatCall = call !== undefined && !call.path.includes("{room}");
        if (reply.status === 200 && isThatCall && type.includes("json")) {
          const json: unknown = JSON.parse(said);
          expect(call.response.parse(json)).toEqual(json);
        }
      }),
      { numRuns: INPUTS },
    );
    expect(unhandled).toEqual([]);
    if (process.env["FUZZ_INPUTS"] !== undefined) console.log(`${INPUTS} requests by status:`, counts);
  },
  PATIENCE_MS + INPUTS * 100,
);
