/** What the commands about brokers print and write. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { recordReplies } from "./broker/record.ts";
import { symbolsReport } from "./broker/symbols.ts";

test("symbols: four names of each of the eleven brokers, and where there is no list to compare", async () => {
  const { lines, wrong } = await symbolsReport(undefined);
  expect(wrong).toBe(0);
  expect(lines).toHaveLength(11 * 6 + 1);
  expect(lines).toContain("  moved by a holiday  NSE:NIFTY26NOV24600CE");
  expect(lines.at(-1)).toBe("11 brokers, 0 recorded names, 0 wrong");
});

test("record: reads alone, and no canary is in what is written", async () => {
  const canaries = ["AB1234", "canaryKey", "canaryToken"];
  const folder = temporaryFolder();
  const methods = new Set<string>();
  const outbound = {
    download: () => expect.unreachable("Kite's list is not packed"),
    async request(url: string, { method }: { readonly method: string }) {
      methods.add(method);
      const said = { user_id: "AB1234", note: `of canaryToken and canaryKey`, status: "OPEN", deep: ["ab1234"] };
      return {
        status: 200,
        body: url.endsWith("/instruments") ? "" : JSON.stringify({ status: "success", data: said }),
      };
    },
  };
  const told: string[] = [];
  const input = Readable.from([`${canaries.join("\n")}\n`]);
  for await (const line of recordReplies("zerodha", folder, input, outbound)) told.push(line);
  expect(methods).toEqual(new Set(["GET"]));
  expect(readdirSync(folder).sort()).toEqual(
    ["funds", "gtts", "holdings", "orders", "positions", "trades"].map((read) => `zerodha-${read}.txt`),
  );
  const written = [...told, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))].join("\n");
  expect(written).toContain('"status": "OPEN"');
  for (const canary of canaries) expect(written.toLowerCase()).not.toContain(canary.toLowerCase());
});
