/** Room-days that an edge serves while minutes close, and while the feed that it asks is late, silent or deposed. */
import { brotliCompressSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { ReplyBlob } from "../platform/http/blob-reply.ts";
import { createManualClock, type ManualClock } from "../testing/manual-clock.ts";
import { fakeDay } from "../testing/market/fake-feed.ts";
import { createLocalHub } from "../testing/sockets/local-bus.ts";
import { ASK_CHANNEL, type Ask, packMessage, replyChannel, unpackMessage } from "./bus-messages.ts";
import { EdgeBlobs } from "./edge-blobs.ts";
import { FeedAsker } from "./feed-asker.ts";

const TERM = 100;
const NOON = 720;
/** Of NIFTY. */
const LAST_MINUTE = 930;

let clock: ManualClock;
let blobs: EdgeBlobs;
let room: RoomDay;
let asks: Ask[];
let leader: { term: number; closed: number; isSilent: boolean };
/** Answers the question of that number, from 0; without a text, that what the edge has still holds. */
let answer: (question: number, text?: string, from?: number) => Promise<void>;

beforeEach(async () => {
  leader = { term: TERM, closed: NOON, isSilent: false };
  room = fakeDay().rooms[0]!;
  clock = createManualClock();
  const hub = createLocalHub();
  // What a test before left on its way comes to a list of its own.
  const heard: Ask[] = [];
  asks = heard;
  const feed = hub.connect();
  await feed.subscribe(ASK_CHANNEL, (bytes) => {
    const ask = unpackMessage<Ask>(bytes);
    if (ask) heard.push(ask);
  });
  answer = async (question, text, from = TERM) => {
    await onItsWay();
    const { id, edge, question: asked } = asks[question] ?? expect.unreachable();
    const known = asked.what === "blob" ? asked.known : null;
    const told =
      text === undefined
        ? { checksum: known, bytes: null }
        : { checksum: text, bytes: brotliCompressSync(Buffer.from(text)) };
    feed.publish(replyChannel(edge), packMessage({ id, term: from, answer: told }));
    await onItsWay();
  };
  const asker = new FeedAsker(hub.connect(), clock, "edge");
  await asker.start();
  blobs = new EdgeBlobs(asker, () => leader);
});

/** A message of the hub takes a turn. */
const onItsWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const asked = (): Promise<ReplyBlob | undefined> => blobs.of(room);
const checksumOf = async (blob: Promise<ReplyBlob | undefined>): Promise<string | undefined> => (await blob)?.checksum;

/** Of who asks now, where nobody answers in time. */
function unanswered(): Promise<string | undefined> {
  const blob = asked();
  clock.advance(8000);
  return checksumOf(blob);
}

test("who asks a busy feed has its answer, whatever was heard meanwhile", async () => {
  for (const [question, text] of ["12:45", "12:46", "12:47"].entries()) {
    const blob = asked();
    for (let second = 0; second < 3; second++) {
      clock.advance(1000);
      blobs.outdate(room.room);
      leader.closed++;
    }
    await answer(question, text);
    expect(await checksumOf(blob)).toBe(text);
  }
});

test("a busy feed is waited for, and not for ever", async () => {
  const blob = asked();
  clock.advance(7000);
  await answer(0, "12:45");
  expect(await checksumOf(blob)).toBe("12:45");
  blobs.outdate(room.room);
  expect(await unanswered()).toBeUndefined();
  await answer(1, "12:46");
  expect(await unanswered()).toBeUndefined();
});

test("an answer that was overtaken is not heard", async () => {
  const first = asked();
  await answer(0, "12:45");
  await first;
  const second = asked();
  clock.advance(2000);
  expect(await checksumOf(second)).toBe("12:45");
  const third = asked();
  await answer(2, "12:47");
  expect(await checksumOf(third)).toBe("12:47");
  await answer(1, "12:46");
  const last = asked();
  clock.advance(2000);
  expect(await checksumOf(last)).toBe("12:47");
});

test("a feed that has become silent, or was deposed, is not waited for", async () => {
  const first = asked();
  await answer(0, "12:45");
  await first;
  leader.closed++;
  const second = asked();
  clock.advance(2000);
  leader.isSilent = true;
  clock.advance(2000);
  expect(await checksumOf(second)).toBe("12:45");
  expect(blobs.takeDoubted()).toEqual([room.room]);
  // That nobody answers in the end is no second doubt.
  clock.advance(8000);
  expect(blobs.takeDoubted()).toEqual([]);

  leader.isSilent = false;
  const third = asked();
  leader.term++;
  clock.advance(2000);
  expect(await checksumOf(third)).toBeUndefined();
});

test("a feed that was deposed is not heard, and one whose first beat is on its way is", async () => {
  leader.term = TERM + 3;
  const first = asked();
  await answer(0, "12:46");
  expect(await checksumOf(first)).toBeUndefined();
  const second = asked();
  await answer(1, "12:47", TERM + 6);
  expect(await checksumOf(second)).toBe("12:47");
});

describe("who asks while a question is on its way", () => {
  test("has its answer", async () => {
    const [first, second] = [asked(), asked()];
    await answer(0, "12:45");
    expect(await Promise.all([first, second].map(checksumOf))).toEqual(["12:45", "12:45"]);
    expect(asks).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ["after a minute of the room", () => blobs.outdate(room.room)],
    ["after a minute of which the leader alone has told", () => void leader.closed++],
    ["after another feed took over", () => void leader.term++],
  ])("%s waits for the next one, together with everybody else", async (_when, happens) => {
    const first = asked();
    happens();
    const [second, third] = [asked(), asked()];
    await answer(0, "12:45", leader.term);
    expect(await checksumOf(first)).toBe("12:45");
    await answer(1, "12:46", leader.term);
    expect(await Promise.all([second, third].map(checksumOf))).toEqual(["12:46", "12:46"]);
    expect(asks).toHaveLength(2);
  });
});

describe("what was told last, where the feed does not answer,", () => {
  beforeEach(async () => {
    const first = asked();
    await answer(0, "12:00");
    await first;
  });

  test("stands while no minute has closed", async () => {
    const second = asked();
    clock.advance(2000);
    expect(await checksumOf(second)).toBe("12:00");
    leader.isSilent = true;
    expect(await unanswered()).toBe("12:00");
    expect(blobs.takeDoubted()).toEqual([]);
  });

  test("stands when the room's session is over, and others go on", async () => {
    leader.closed = LAST_MINUTE;
    const last = asked();
    await answer(1, "15:30");
    await last;
    leader.closed++;
    expect(await unanswered()).toBe("15:30");
  });

  test("stands where the feed said since that it holds", async () => {
    leader.closed++;
    const second = asked();
    await answer(1);
    expect(await checksumOf(second)).toBe("12:00");
    expect(await unanswered()).toBe("12:00");
  });

  test.each<[string, () => void]>([
    ["a minute of the room was heard", () => blobs.outdate(room.room)],
    ["a minute closed", () => void leader.closed++],
    ["another feed took over", () => void leader.term++],
  ])("is not told when %s, but of a silent feed, and is doubted then", async (_when, happens) => {
    happens();
    expect(await unanswered()).toBeUndefined();
    expect(blobs.takeDoubted()).toEqual([]);
    leader.isSilent = true;
    expect(await unanswered()).toBe("12:00");
    expect(blobs.takeDoubted()).toEqual([room.room]);
    expect(blobs.takeDoubted()).toEqual([]);
  });
});
