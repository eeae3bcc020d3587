import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import type { HttpEnv } from "./http-env.ts";
import { createStaticFiles } from "./static-files.ts";

const root = mkdtempSync(join(tmpdir(), "static-files-"));
mkdirSync(join(root, "assets"));
const KINDS = ["css", "js", "map", "wasm", "wav", "woff2"];
for (const kind of KINDS) writeFileSync(join(root, "assets", `file.${kind}`), "content");
writeFileSync(join(root, "index.html"), "<html>");
afterAll(() => rmSync(root, { recursive: true }));

const app = new Hono<HttpEnv>().get("*", createStaticFiles(root).serve);

test.each(KINDS)("the build's .%s is served, as something that never changes", async (kind) => {
  const reply = await app.request(`/assets/file.${kind}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("Cache-Control")).toContain("immutable");
  if (kind === "wav") expect(reply.headers.get("Content-Type")).toBe("audio/wav"); // the sound of an alert
});

test("any other path is the app's page", async () => {
  const reply = await app.request("/pricing");
  expect(await reply.text()).toBe("<html>");
  expect(reply.headers.get("Cache-Control")).toBe("no-cache");
});
