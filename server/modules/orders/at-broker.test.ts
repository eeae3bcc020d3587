import { expect, test } from "vitest";
import type { Connection } from "../../brokers/connections.ts";
import { BrokerError } from "../../brokers/port.ts";
import { AppError } from "../../platform/errors.ts";
import { type AtBroker, onOpenDay, toSend } from "./at-broker.ts";

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

test("books that cannot be read before something is sent are a refusal; that a session is over stays what it is", async () => {
  const fails = (error: Error) =>
    toSend(atBroker)(from, async () => Promise.reject(error)).catch((thrown: unknown) => thrown);
  const refused = (await fails(new BrokerError("away", "Zerodha gave no usable answer"))) as AppError;
  expect([refused.code, refused.message]).toEqual(["conflict", "Nothing was sent: Zerodha gave no usable answer"]);
  for (const error of [new BrokerError("session", "over"), new BrokerError("refused", "no"), new Error("a fault")]) {
    expect(await fails(error)).toBe(error);
  }
});
