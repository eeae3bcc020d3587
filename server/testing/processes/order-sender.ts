/**
 * A process that sends orders until somebody kills it: `{folder, origin, day, accountId, connection, session}` as JSON is its
 * argument. It gives up what an earlier one left, says that it is ready, and then sends three orders at a time.
 */
import { createWriteStream } from "node:fs";
import { Registry } from "prom-client";
import type { ChildOrder } from "#contract/domain/orders/order.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Connection } from "../../brokers/connections.ts";
import { createGovernor, createLocalStarts } from "../../brokers/governor.ts";
import { createKite } from "../../brokers/kite/adapter.ts";
import type { BrokerSession } from "../../brokers/port.ts";
import { bodyHash, newSubmission } from "../../modules/orders/intents/intent.ts";
import { createIntentRepository } from "../../modules/orders/intents/intent-repository.ts";
import { createResolver } from "../../modules/orders/intents/resolver.ts";
import { createSending } from "../../modules/orders/intents/sending.ts";
import { createSubmitting } from "../../modules/orders/intents/submitting.ts";
import { createOrdersMetrics } from "../../modules/orders/orders-metrics.ts";
import { systemClock as clock } from "../../platform/clocks.ts";
import { openDatabase } from "../../platform/database/db.ts";
import { silentLog as log } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound.ts";
import { LIMIT_ORDER } from "../brokers/quoted-market.ts";

export interface SenderSettings {
  readonly folder: string;
  /** Where the broker is. */
  readonly origin: string;
  /** The exchange's day. */
  readonly day: IsoDate;
  readonly accountId: string;
  readonly connection: string;
  readonly session: BrokerSession;
}

const settings = JSON.parse(process.argv[2] ?? "{}") as SenderSettings;
const { folder, origin, accountId, session } = settings;
const database = await openDatabase({ url: undefined, folder, log, onFailure: (error) => console.error(error) });
const intents = createIntentRepository(database.orm);
const outbound = createOutbound({ origins: [origin], maxBytes: 1 << 24 });
const port = createKite({ api: origin, login: origin, isPractice: true, clock, outbound, day: () => settings.day });
const connection: Connection = {
  id: settings.connection,
  accountId,
  port,
  session,
  client: accountId,
  ownerHash: Buffer.alloc(32),
  startedAt: new Date(0),
};
const metrics = createOrdersMetrics(new Registry());
const news = {
  settled: async () => undefined,
  turned: async () => undefined,
  notInBook: async () => undefined,
};
const connections = { live: async () => connection, expired: async () => undefined };
const governor = createGovernor(
  createLocalStarts(() => clock.monotonic()),
  clock,
);
const send = createSending({ intents, governor, news, clock, log });
const submitting = createSubmitting({ intents, connections, send, metrics, clock });
const dayEnds = (sentAt: number): number => sentAt + 3600_000;
const resolver = createResolver({ intents, connections, news, metrics, clock, log, dayEnds });
await resolver.recover(0);
resolver.start();
createWriteStream("", { fd: 1 }).write("ready\n");

const order: ChildOrder = { ...LIMIT_ORDER, limitPrice: 1 };
const asked = { request: { kind: "place", order }, refusal: undefined } as const;
for (;;) {
  const submission = { ...newSubmission(), bodyHash: bodyHash(order) };
  await submitting.submit(connection, submission, [asked, asked, asked]);
}
