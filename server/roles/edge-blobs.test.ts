/** Room-days that an edge serves while the feed that it asks is late, silent or deposed. */
import { brotliCompressSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { ReplyBlob } from "../platform/http/blob-reply.ts";
import { createManualClock, type ManualClock } from "../testing/manual-clock.ts";
import { createLocalHub } from "../testing/sockets/local-bus.ts";
import { ASK_CHANNEL, type Ask, packMessage, replyChannel, unpackMessage } from "./bus-messages.ts";
import { EdgeBlobs } from "./edge-blobs.ts";
import { FeedAsker } from "./feed-asker.ts";

const ROOM = "NIFTY-7/28/2026";
const DAY = "test 2026-07-27";
const TERM = 100;

let clock: ManualClock;
let blobs: EdgeBlobs;
let term = TERM;
/** Answers the question of that number, from 0. */
let answer: (question: number, text: string, from?: number) => Promise<void>;

beforeEach(async () => {
  term = TERM;
  clock = createManualClock();
  const hub = createLocalHub();
  const asks: Ask[] = [];
  const feed = hub.connect();
  await feed.subscribe(ASK_CHANNEL, (bytes) => {
    const ask = unpackMessage<Ask>(bytes);
    if (ask) asks.push(ask);
  });
  answer = async (question, text, from = TERM) => {
    await onItsWay();
    const { id, edge } = asks[question] ?? expect.unreachable();
    const told = { checksum: text, bytes: brotliCompressSync(Buffer.from(text)) };
    feed.publish(replyChannel(edge), packMessage({ id, term: from, answer: told }));
    await onItsWay();
  };
  const asker = new FeedAsker(hub.connect(), clock, "edge");
  await asker.start();
  blobs = new EdgeBlobs(asker, () => term);
});

/** A message of the hub takes a turn. */
const onItsWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const asked = (): Promise<ReplyBlob | undefined> => blobs.of(ROOM, DAY);

/** Of who asks now, where nobody answers in time. */
async function unanswered(): Promise<string | undefined> {
  const blob = asked();
  clock.advance(2000);
  return (await blob)?.checksum;
}

test("what a feed tells too late serves who asks next", async () => {
  expect(await unanswered()).toBeUndefined();
  await answer(0, "12:45");
  expect(await unanswered()).toBe("12:45");
  await answer(1, "12:46");
  expect(await unanswered()).toBe("12:46");
});

test("an answer that was overtaken is not heard", async () => {
  expect(await unanswered()).toBeUndefined();
  const second = asked();
  await answer(1, "12:47");
  expect((await second)?.checksum).toBe("12:47");
  await answer(0, "12:46");
  expect(await unanswered()).toBe("12:47");
});

test("after half a minute nobody waits for an answer any more", async () => {
  expect(await unanswered()).toBeUndefined();
  clock.advance(30_000);
  await answer(0, "12:45");
  expect(await unanswered()).toBeUndefined();
});

test("a feed that was deposed is not heard, and one whose first beat is on its way is", async () => {
  const first = asked();
  await answer(0, "12:45");
  expect((await first)?.checksum).toBe("12:45");
  term = TERM + 3;
  const second = asked();
  await answer(1, "12:46");
  expect((await second)?.checksum).toBe("12:45");
  const third = asked();
  await answer(2, "12:47", TERM + 6);
  expect((await third)?.checksum).toBe("12:47");
});
