import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientFacts } from "./client-facts.ts";
import type { HttpEnv } from "./http-env.ts";
import { securityHeaders } from "./security-headers.ts";

const policyOf = async (formActions?: readonly string[]): Promise<string> => {
  const app = new Hono<HttpEnv>().use(clientFacts(false)).use(securityHeaders(formActions));
  const reply = await app.request("http://localhost/");
  return reply.headers.get("content-security-policy") ?? "";
};

test("forms are posted to our own pages, and to those of others that are named", async () => {
  expect(await policyOf()).toMatch(/; form-action 'self'; frame-ancestors 'none'$/);
  expect(await policyOf(["https://kite.zerodha.com"])).toContain("; form-action 'self' https://kite.zerodha.com; ");
});
