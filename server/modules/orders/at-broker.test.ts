import { expect, test } from "vitest";
import type { Connection } from "../../brokers/connections.ts";
import { AppError } from "../../platform/errors.ts";
import { type AtBroker, onOpenDay } from "./at-broker.ts";

const connection = {} as Connection;
const atBroker: AtBroker = async (_, ask) => ask(connection);
const from = {} as Parameters<AtBroker>[0];

test("a process that knows no day yet sends nothing, and says that it is to be asked again", async () => {
  const listing = { hasDay: false };
  let sent = 0;
  const send = () => onOpenDay(atBroker, listing)(from, async () => ++sent);
  const refused = (await send().catch((error: unknown) => error)) as AppError;
  expect(refused).toBeInstanceOf(AppError);
  expect([refused.code, sent]).toEqual(["conflict", 0]);
  listing.hasDay = true;
  expect(await send()).toBe(1);
});
