import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test, vi } from "vitest";
import { scan } from "#contract/wire/http/scanner.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { openSurface } from "../../testing/http/surface.ts";
import { postJson } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { scannerModule } from "./routes.ts";

test("scans the last closed minute for the plan without ticks, and nobody can ask for more", async () => {
  const asked = vi.fn(async () => ({}) as never);
  const app = new OpenAPIHono<HttpEnv>();
  scannerModule({ calls: { scan: asked }, rateLimits: { create: () => ({ take: async () => 0 }) } as never })(
    createBind(app, createFixedIdentities()),
  );
  const body = { exchange: "NSE", kind: "all", formula: "LTP > 0" };
  const ask = (ticket: string, more = {}) =>
    app.request("/api/v1/scanner", postJson({ ...body, ...more }, { cookie: `ticket=${ticket}` }));
  await ask("live");
  expect(asked).toHaveBeenLastCalledWith(body);
  await ask("1min");
  expect(asked).toHaveBeenLastCalledWith({ ...body, isByMinute: true });
  await ask("1min", { isByMinute: false });
  expect(asked).toHaveBeenCalledTimes(2);
});

onEachDatabase("the scanner", (database) => {
  test("answers a subscriber, refuses what it cannot read, and says when it is asked too often", async () => {
    const surface = await openSurface(database());
    try {
      const askAs = (cookie: string) => (body: unknown) =>
        surface.app.fetch("/api/v1/scanner", postJson(body, { cookie, "sec-fetch-site": "same-origin" }));
      const ask = askAs((await surface.userOf("live")).cookie);
      const request = { exchange: "NSE", kind: "all", formula: "LTP > 0" };
      const { data } = scan.response.parse(await (await ask(request)).json());
      expect(data.contracts).toBeGreaterThan(0);
      expect(data.found.name).toHaveLength(data.matches);

      const refused = await ask({ ...request, formula: "LTP > lag(LTP, 5)" });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ message: expect.stringContaining("Character 7: lag(") });
      expect((await ask({ ...request, formula: "x".repeat(501) })).status).toBe(400);
      expect((await ask({ ...request, kind: "bonds" })).status).toBe(400);

      const statusesOf = (times: number, body: unknown, by = ask): Promise<readonly number[]> =>
        Promise.all(Array.from({ length: times }, async () => (await by(body)).status));
      expect(await statusesOf(45, request)).toContain(429);

      // Two scanners of one user: each a scan every five seconds, and the count of another one every four.
      const other = askAs((await surface.userOf("live", "two.scanners@example.com")).cookie);
      const counted = { ...request, most: 0 };
      expect(new Set(await statusesOf(30, counted, other))).toEqual(new Set([200]));
      expect(new Set(await statusesOf(24, request, other))).toEqual(new Set([200]));
      expect(await statusesOf(15, counted, other)).toContain(429);
      expect(await statusesOf(1, request, other)).toEqual([200]); // too many counts take nothing from the scans
    } finally {
      await surface.stop();
    }
  });
});
