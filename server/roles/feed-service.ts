/**
 * What a leading feed does for the edges: publishes the frames of the rooms that any of them follows, once each; tells
 * which day is open and what time it is; and answers what they have to fetch. An outlet of the publisher, as the
 * gateway is one.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import type { Market } from "../market/market.ts";
import type { LiveRoom } from "../market/open-day/open-day.ts";
import type { Audience, Outlet } from "../market/publish/outlet.ts";
import type { ScanQuestion } from "../market/scan/scan-question.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import { type Fence, isReplaced } from "../platform/data-folder/fence.ts";
import type { Log } from "../platform/log.ts";
import {
  ASK_CHANNEL,
  type Ask,
  BEAT_CHANNEL,
  type Beat,
  type BlobAnswer,
  closedChannel,
  type DayAnswer,
  framesChannel,
  PRACTICE_CHANNEL,
  type PracticeAnswer,
  type PracticeQuestion,
  packMessage,
  type Question,
  replyChannel,
  type StateAnswer,
  unpackMessage,
} from "./bus-messages.ts";
import { contractsOf, dayAnswer, lastClosedOf } from "./feed-day.ts";
import { Interest } from "./interest.ts";
import type { PublishedKind, RolesMetrics } from "./roles-metrics.ts";

export interface FeedServiceDeps {
  readonly market: Market;
  readonly bus: Bus;
  /** Of this feed's tenure. */
  readonly term: number;
  /** Of the data folder: once another feed has it, this one says nothing more. */
  readonly fence: Fence;
  /** Answers requests to the practice broker, where this feed has one. */
  readonly practice: ((request: PracticeQuestion["request"]) => Promise<PracticeAnswer>) | undefined;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: RolesMetrics;
}

export interface FeedService {
  stop(): void;
}

const BEAT_MS = 1000;
/** A lease is longer: who stood still for so long that another feed could take over looks before it says anything. */
const SURE_MS = 500;

/** Tells the edges what happens to orders of the practice broker. */
export const practiceChanges =
  (bus: Bus) =>
  (accountId: string, change: string): void =>
    bus.publish(PRACTICE_CHANNEL, packMessage({ accountId, change }));

/** Resolves when edges can ask; the first beat is out then. */
export async function startFeedService(deps: FeedServiceDeps): Promise<FeedService> {
  const { market, bus, term, fence, practice, clock, log, metrics } = deps;
  const interest = new Interest(bus, clock, () => market.book.day?.rooms.keys() ?? []);
  const audienceOf = (room: RoomName): Audience => ({ frames: interest.has(room), json: false });
  let closed = lastClosedOf(market.book.day);
  let closedBefore = closed;
  let isOver = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Hot: looks into the folder at most twice a second. */
  function leads(): boolean {
    const now = clock.monotonic();
    if (isOver || now - lookedAt < SURE_MS) return !isOver;
    lookedAt = now;
    isOver = isReplaced(undefined, fence);
    if (isOver) log.warn({ term }, "another feed has the folder: nothing more is told to the edges");
    return !isOver;
  }

  function beat(isClockNews: boolean): void {
    const facts = market.facts();
    if (facts === undefined || !leads()) return;
    const message: Beat = {
      term,
      epoch: market.publisher.epoch,
      contracts: contractsOf(market.book.day),
      closed,
      closedBefore,
      lost: bus.lost,
      down: market.book.down ?? null,
      troubles: market.troubles(),
      time: market.time(),
      isClockNews,
      spots: facts.spots(),
      closedSpots: facts.spots(true),
    };
    bus.publish(BEAT_CHANNEL, packMessage(message));
  }

  function send(room: RoomName, frame: Uint8Array | undefined, kind: PublishedKind): void {
    if (frame === undefined || !leads()) return;
    bus.publish(framesChannel(room), frame);
    metrics.published[kind].inc();
    metrics.publishedBytes.inc(frame.length);
  }

  function sendClosed({ day, closedPrices }: LiveRoom): void {
    if (!interest.has(day.room) || !leads()) return;
    const message = { epoch: market.publisher.epoch, closed: Array.from(closedPrices) };
    bus.publish(closedChannel(day.room), packMessage(message));
  }

  const outlet: Outlet = {
    tickAudience: audienceOf,
    minuteAudience: audienceOf,
    // Who follows a single price follows its room.
    pricedRooms: () => [],
    tick: (room, frame) => send(room, frame, "tick"),
    // Whoever does not follow the room learns of its new contracts by the beat.
    dictionary: (room, frame) => send(room, interest.has(room) ? frame : undefined, "dictionary"),
    minute: (room, frame) => send(room, frame, "minute"),
    prices(room, kind) {
      if (kind === "minute") sendClosed(room);
    },
    restarted: () => undefined,
    // Spots go with the beat.
    index: () => undefined,
    clock: () => beat(true),
    feed: () => beat(false),
    opened() {
      closed = lastClosedOf(market.book.day);
      closedBefore = closed;
      beat(true);
    },
  };

  /** Told in the turn in which it was asked: no frame may come between a state and its telling. */
  function answerNow(
    question: Exclude<Question, { what: "blob" | "scan" | "practice" }>,
  ): DayAnswer | StateAnswer | null {
    if (question.what === "day") return dayAnswer(market);
    const state = market.state(question.room);
    if (state === undefined) return null;
    // From here on its frames are published: the edge has subscribed to them before it asked.
    interest.note(question.room);
    const room = market.book.day?.rooms.get(question.room);
    const closed = Array.from(room?.closedPrices ?? []);
    return { dictionary: state.dictionary ?? null, snapshot: state.snapshot, closed };
  }

  async function blobAnswer(room: RoomName, known: string | null): Promise<BlobAnswer | null> {
    const blob = await market.blob(room);
    if (blob === undefined) return null;
    const { checksum } = blob;
    return { checksum, bytes: checksum === known ? null : await blob.compressed("br") };
  }

  const scanAnswer = async (request: ScanQuestion): Promise<ScanFound | null> => (await market.scan(request)) ?? null;

  function asked(bytes: Uint8Array): void {
    const ask = unpackMessage<Ask>(bytes);
    if (ask?.question === undefined || !leads()) return;
    const { id, edge, question } = ask;
    if (question.what === "practice" && question.term !== term) return;
    const reply = (answer: unknown): void => {
      bus.publish(replyChannel(edge), packMessage({ id, term, answer }));
      metrics.asks.inc({ what: question.what });
    };
    if (question.what === "practice") {
      const answering = practice?.(question.request) ?? Promise.resolve(null);
      // Left unanswered, it counts as not known: the order may have been taken.
      answering.then(reply, (error: unknown) => log.warn({ err: error }, "an edge got no practice answer"));
    } else if (question.what === "scan") {
      scanAnswer(question.request).then(reply, (error: unknown) => log.warn({ err: error }, "an edge got no scan"));
    } else if (question.what === "blob") {
      blobAnswer(question.room, question.known).then(reply, (error: unknown) => {
        log.warn({ err: error, room: question.room }, "an edge got no room-day");
      });
    } else reply(answerNow(question));
  }

  const stops = [
    await bus.subscribe(ASK_CHANNEL, asked),
    market.attach(outlet),
    market.book.listen({
      opened: () => undefined,
      changed: () => undefined,
      extended: () => undefined,
      learned: () => undefined,
      made: () => undefined,
      clockChanged: () => undefined,
      minuteClosed(at) {
        closedBefore = closed;
        closed = at;
        beat(false);
      },
    }),
    bus.onRestored(() => beat(false)),
    clock.every(BEAT_MS, () => {
      metrics.followed.set(interest.size);
      metrics.lost.set(bus.lost);
      beat(false);
    }),
    () => interest.stop(),
  ];
  beat(true);
  return {
    stop() {
      for (const stop of stops) stop();
    },
  };
}
