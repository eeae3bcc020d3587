import { expect, test } from "vitest";
import { scan } from "#contract/wire/http/scanner.ts";
import { openSurface } from "../../testing/http/surface.ts";
import { postJson } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";

onEachDatabase("the scanner", (database) => {
  test("answers a subscriber, refuses what it cannot read, and says when it is asked too often", async () => {
    const surface = await openSurface(database());
    try {
      const { cookie } = await surface.userOf("live");
      const ask = (body: unknown) =>
        surface.app.fetch("/api/v1/scanner", postJson(body, { cookie, "sec-fetch-site": "same-origin" }));
      const request = { exchange: "NSE", kind: "all", formula: "LTP > 0" };
      const { data } = scan.response.parse(await (await ask(request)).json());
      expect(data.contracts).toBeGreaterThan(0);
      expect(data.found.name).toHaveLength(data.matches);

      const refused = await ask({ ...request, formula: "LTP > lag(LTP, 5)" });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ message: expect.stringContaining("Character 7: lag(") });
      expect((await ask({ ...request, formula: "x".repeat(501) })).status).toBe(400);
      expect((await ask({ ...request, kind: "bonds" })).status).toBe(400);

      const statuses = await Promise.all(Array.from({ length: 45 }, async () => (await ask(request)).status));
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    } finally {
      await surface.stop();
    }
  });
});
