import { expect, test } from "vitest";
import { scan } from "#contract/wire/http/scanner.ts";
import { openSurface } from "../../testing/http/surface.ts";
import { postJson } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";

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
