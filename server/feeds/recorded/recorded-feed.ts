/**
 * A day of the archive served as today, at 1 to 60 times its speed.
 *
 * Figures are the recorded ones, at the minute of their snapshot: nothing is made up between two snapshots, and a
 * minute without one stays a hole. A source of five minutes is up between its snapshots: the last figures stand and
 * grow old on the screen, up to one and a half cadences. In a longer hole (in any, of a source of minutes) the live
 * figures are absent, and the feed reports itself down. At the end the clock stands, or the day begins again. Nothing
 * is archived, and later days are ignored.
 */

import { MISSING_MINUTE, PARTIAL, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, type Minute, minute, type Slot } from "#contract/domain/units.ts";
import type { Archive } from "../../market/archive/archive.ts";
import { type Feed, FeedError, type FeedSink, type ResumePoint } from "../../market/feed.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { LiveRoom } from "./live-room.ts";
import { RecordedClock } from "./recorded-clock.ts";
import { holeAround, isCovered, openRecording, type Recording } from "./recording.ts";

export interface RecordedFeedOptions {
  readonly archive: Archive;
  readonly date: IsoDate;
  readonly clock: WallClock;
  /** Exchange seconds per wall second, 1 to 60. */
  readonly speed: number;
  /** Where the day begins for those who watch; its earlier minutes are there already. The first recorded one if left out. */
  readonly start?: Minute;
  /** Begin again when the recording ends. */
  readonly loop?: boolean;
}

const MAX_SPEED = 60;

/** Opens the day. @throws FeedError in one line: not archived, damaged, or options that it cannot have. */
export async function createRecordedFeed(options: RecordedFeedOptions): Promise<Feed> {
  const { archive, date, clock, speed, loop = false } = options;
  if (!(speed >= 1 && speed <= MAX_SPEED))
    throw new FeedError(`The speed of a recorded day is 1 to ${MAX_SPEED}, not ${speed}`);
  const recording = await openRecording(archive, date);
  return new RecordedFeed(recording, clock, speed, firstMinute(recording, options.start), loop);
}

function firstMinute({ manifest, first, last }: Recording, start: Minute | undefined): number {
  if (start === undefined) return first;
  if (start >= first && start <= last) return Math.floor(start);
  const [from, to, wanted] = [first, last, start].map((at) => minuteLabel(minute(at)));
  throw new FeedError(`${manifest.date} is recorded from ${from} to ${to}: it cannot start at ${wanted}`);
}

class RecordedFeed implements Feed {
  readonly source: Feed["source"];
  readonly #recording: Recording;
  readonly #wall: WallClock;
  readonly #start: number;
  readonly #loops: boolean;
  readonly #clock: RecordedClock;
  #rooms = new Map<RoomName, LiveRoom>();
  #sink: FeedSink | undefined;
  #isDown = false;
  #cancel: () => void = () => undefined;

  constructor(recording: Recording, wall: WallClock, speed: number, start: number, loops: boolean) {
    this.source = recording.manifest.source;
    this.#recording = recording;
    this.#wall = wall;
    this.#start = start;
    this.#loops = loops;
    this.#clock = new RecordedClock(wall, recording.manifest.date, speed, start);
  }

  start(sink: FeedSink, resume?: ResumePoint): Promise<void> {
    const { manifest, first, last } = this.#recording;
    const resumes = resume?.date === manifest.date && resume.minute >= first && resume.minute < last;
    this.#sink = sink;
    this.#open(sink, resumes ? resume.minute + 1 : this.#start);
    return Promise.resolve();
  }

  time() {
    return this.#clock.time;
  }

  /** The past only: what the recording has of later minutes has not happened yet. */
  backfill(day: RoomDay, from: Slot, to: Slot): boolean {
    const room = this.#rooms.get(day.room);
    const known = Math.min(to, this.#clock.minute - day.open) as Slot;
    return room?.backfill(day, from, known) ?? false;
  }

  hasMinute(room: RoomName, at: Minute): boolean {
    return this.#rooms.get(room)?.hasMinute(at) ?? true;
  }

  stop(): Promise<void> {
    this.#cancel();
    this.#sink = undefined;
    return Promise.resolve();
  }

  #open(sink: FeedSink, start: number): void {
    const { manifest, rooms } = this.#recording;
    // In its second round the book still has the first one's minutes, and would take them for the day's own.
    for (const { day } of this.#rooms.values()) day.minutes.state.fill(MISSING_MINUTE);
    this.#rooms = new Map(rooms.map((room) => [room.room, new LiveRoom(room)]));
    this.#clock.jumpTo(start);
    for (const room of this.#rooms.values()) room.moveTo(start);
    const { date, source, symbols } = manifest;
    sink.open({ date, source, symbols, rooms: Array.from(this.#rooms.values(), ({ day }) => day) });
    this.#tellHealth(sink);
    this.#waitForNext();
  }

  #waitForNext(): void {
    this.#cancel = this.#wall.after(this.#clock.untilNext, () => this.#advance());
  }

  #advance(): void {
    const sink = this.#sink;
    if (sink === undefined) return;
    // A timer may fire a little early.
    if (this.#clock.untilNext > 0) this.#waitForNext();
    else if (this.#clock.minute < this.#recording.last) this.#enter(sink, this.#clock.minute + 1);
    else this.#end(sink);
  }

  #enter(sink: FeedSink, next: number): void {
    // A hole ends before the minute that has figures again begins: that one is whole.
    if (this.#isDown && isCovered(this.#recording, next)) this.#setDown(sink, undefined);
    const counts = new Map<LiveRoom, number>();
    for (const room of this.#rooms.values()) counts.set(room, room.moveTo(next));
    const hasLostTime = this.#clock.next();
    if (hasLostTime) sink.clockChanged(this.#clock.time);
    for (const [room, count] of counts) if (count > 0) sink.changed(room.day.room, room.changed, count);
    this.#tellPartial(sink, next);
    this.#tellHealth(sink);
    if (next === this.#recording.close && !this.#loops) this.#stand(sink, next);
    else this.#waitForNext();
  }

  #end(sink: FeedSink): void {
    const { last, close } = this.#recording;
    if (!this.#loops) {
      this.#stand(sink, Math.min(last + 1, close));
      return;
    }
    this.#open(sink, this.#start);
    sink.clockChanged(this.#clock.time);
  }

  /** At the session's close, or where the recording ends before it. */
  #stand(sink: FeedSink, at: number): void {
    this.#clock.standAt(at);
    sink.clockChanged(this.#clock.time);
  }

  /** A minute that lost rows in the recording is partial when it is played, too. */
  #tellPartial(sink: FeedSink, at: number): void {
    const partial = this.#recording.rooms.filter(({ minutes, open }) => minutes.state[at - open] === PARTIAL);
    const names = new Set(partial.map(({ room }) => room));
    if (names.size === 0) return;
    sink.health("the recording lost rows of this minute", names);
    sink.health(undefined, names);
  }

  #tellHealth(sink: FeedSink): void {
    const at = this.#clock.minute;
    if (this.#isDown || isCovered(this.#recording, at)) return;
    const { from, until } = holeAround(this.#recording, at);
    const label = (of: number): string => minuteLabel(minute(of));
    this.#setDown(sink, `the recording has nothing from ${label(from)} until ${label(until)}`);
  }

  #setDown(sink: FeedSink, reason: string | undefined): void {
    this.#isDown = reason !== undefined;
    sink.health(reason);
  }
}
