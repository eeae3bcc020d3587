/** What a body may hold, on every call that takes one; and what a request may weigh, on a listening server. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#contract/wire/http/call.ts";
import type { Database } from "../platform/database/db.ts";
import { migrate } from "../platform/database/migrations.ts";
import { PUBLIC_CALLS } from "../platform/http/public-calls.ts";
import { nameOf, SAME_ORIGIN, sampleBody, samplePath } from "../testing/http/sample-requests.ts";
import { openSurface, type Surface, type SurfaceUser } from "../testing/http/surface.ts";
import { postJson } from "../testing/http/test-app.ts";
import { openTestDatabase } from "../testing/processes/databases.ts";

/** Columns of an account, and what other products call them. */
const FOREIGN = {
  id: "00000000-0000-4000-8000-000000000000",
  accountId: "00000000-0000-4000-8000-000000000000",
  admin: true,
  isAdmin: true,
  role: "admin",
  plan: "live",
  planPaid: true,
  validity: "2030-01-01T00:00:00Z",
  validUntil: "2030-01-01T00:00:00Z",
  pendingLiveDays: 365,
  confirmedAt: "2026-01-01T00:00:00Z",
  demo: true,
  days: 365,
  amount: 1,
};
/** A busy machine may take this long to set everything up. */
const PATIENCE_MS = 240_000;

const withBody = PUBLIC_CALLS.filter(({ body }) => body !== undefined);
const changing = PUBLIC_CALLS.filter(({ method }) => method !== "get");

let database: Database;
let surface: Surface;
let user: SurfaceUser;
let admin: SurfaceUser;

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  surface = await openSurface(database);
  user = await surface.userOf("1min");
  admin = await surface.userOf("admin");
}, PATIENCE_MS);
afterAll(async () => {
  await surface.stop();
  await database.close();
});

/** Who may call it. */
const callerOf = ({ access }: Call): SurfaceUser => (access === "admin" ? admin : user);

const send = (call: Call, init: RequestInit) =>
  surface.app.fetch(samplePath(call), {
    ...init,
    method: call.method.toUpperCase(),
    headers: { ...SAME_ORIGIN, cookie: callerOf(call).cookie, ...(init.headers as object) },
  });
const accountRow = async () =>
  (await database.pool.query("select a::text as row from account a where id = $1", [user.id])).rows;

describe.each(withBody.map((call) => ({ name: nameOf(call), call })))("$name", ({ call }) => {
  test("refuses every field that it does not know, and changes nothing", async () => {
    const before = await accountRow();
    const body = (await sampleBody(call, user.sealer)) as object;
    for (const [field, value] of Object.entries(FOREIGN)) {
      if (field in body || (call.path.startsWith("strategies/") && field === "id")) continue;
      const reply = await send(call, postJson({ ...body, [field]: value }));
      expect([field, reply.status]).toEqual([field, 400]);
      expect(((await reply.json()) as { message: string }).message).toContain(field);
    }
    expect(await accountRow()).toEqual(before);
  });

  test("refuses what is no JSON object of its kind, and names no inside", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const wrong = ["", "{", "null", "[]", "1", '"text"', "{}", deep, `{"a":${deep}}`, '{"__proto__":{"admin":true}}'];
    for (const body of wrong) {
      const reply = await send(call, { headers: { "content-type": "application/json" }, body });
      expect([body.slice(0, 30), reply.status]).toEqual([body.slice(0, 30), 400]);
      expect(await reply.text()).not.toMatch(/\n\s+at |\.ts:|zod/i);
    }
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=b" };
    expect((await send(call, form)).status).toBe(415);
  });
});

describe("a listening server", () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(getRequestListener(surface.app.handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** @returns the status line's code of what comes back for the bytes. */
  const raw = (bytes: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
      let said = "";
      socket.setEncoding("latin1");
      socket.on("data", (part: string) => {
        said += part;
      });
      socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1])));
      socket.on("error", (error: NodeJS.ErrnoException) => {
        // The server hangs up on who goes on sending after it said no.
        if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
      });
    });
  const request = (line: string, headers: string, body = "") =>
    raw(`${line} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${headers}\r\n${body}`);

  test("takes neither large headers nor long addresses, and no request that is none", async () => {
    expect(await request("GET /api/v1/users/account", `X-Large: ${"x".repeat(20_000)}\r\n`)).toBe(431);
    expect(await request(`GET /${"x".repeat(20_000)}`, "")).toBe(431);
    expect(await raw("NONSENSE\r\n\r\n")).toBe(400);
    expect(await request("GET /healthz", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")).toBe(400);
  });

  test.each(changing.map((call) => ({ name: nameOf(call), call })))(
    "$name takes no large body, announced or not",
    async ({ call }) => {
      const bytes = (call.maxBodyBytes ?? 64 * 1024) + 1;
      const line = `${call.method.toUpperCase()} ${samplePath(call)}`;
      const headers = `Content-Type: application/json\r\nCookie: ${callerOf(call).cookie}\r\n`;
      expect(await request(line, `${headers}Content-Length: ${bytes}\r\n`, " ".repeat(bytes))).toBe(413);
      const chunk = `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n0\r\n\r\n`;
      expect(await request(line, `${headers}Transfer-Encoding: chunked\r\n`, chunk)).toBe(413);
    },
  );
});
