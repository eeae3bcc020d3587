/**
 * The market as an edge has it: mirrored from the feed that leads, room by room, for as long as anybody here follows
 * the room. To the gateway and the calls it is a market like the one in the feed's own process.
 *
 *     beat ─▶ another day? fetch it: rooms and contracts          first follower ─▶ subscribe, fetch the state
 *     frame ─▶ mirror ─▶ the same bytes to the outlets            gap, doubt, another leader ─▶ fetch the state again
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { compileScan } from "#contract/domain/formula/scan.ts";
import { errorText } from "#contract/domain/formula/tokens.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { minute } from "#contract/domain/units.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import type { FeedTrouble, LiveIndex } from "#contract/wire/socket-events.ts";
import { type DayFacts, openRoom, type SourceRoom } from "../market/day-json/day-source.ts";
import type { MarketMetrics } from "../market/market-metrics.ts";
import type { MarketView } from "../market/market-view.ts";
import type { OpenDay } from "../market/open-day/open-day.ts";
import { tickerOf } from "../market/open-day/spots.ts";
import type { Outlet } from "../market/publish/outlet.ts";
import type { RoomState } from "../market/publish/room-channel.ts";
import { equitySlotTimes } from "../market/publish/slot-labels.ts";
import { liveTicks, type TickMap } from "../market/publish/ticks-json.ts";
import { findRoom } from "../market/room-names.ts";
import type { ScanQuestion } from "../market/scan/scan-question.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import { AppError } from "../platform/errors.ts";
import type { ReplyBlob } from "../platform/http/blob-reply.ts";
import type { Log } from "../platform/log.ts";
import type { Probe } from "../platform/probe.ts";
import { BEAT_CHANNEL, type Beat, type DayAnswer, unpackMessage } from "./bus-messages.ts";
import { EdgeBlobs } from "./edge-blobs.ts";
import { EdgeOutlets } from "./edge-outlets.ts";
import { EdgePractice } from "./edge-practice.ts";
import { EdgeRoomDays } from "./edge-room-days.ts";
import { FeedAsker } from "./feed-asker.ts";
import { FollowedRooms } from "./followed-rooms.ts";
import { LeaderWatch } from "./leader-watch.ts";
import { continued, type MirroredDay, mirrorDay } from "./mirrored-day.ts";
import type { RolesMetrics } from "./roles-metrics.ts";

export interface EdgeMarketDeps {
  readonly bus: Bus;
  /** Names this edge among those of the deployment. */
  readonly id: string;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: MarketMetrics;
  readonly rolesMetrics: RolesMetrics;
}

/** How often it is looked up which rooms anybody here follows. Ticks are asked for at the join itself. */
const SWEEP_MS = 250;
const RETRY_MS = 200;
const SILENT = "the feed is silent";

export class EdgeMarket implements MarketView {
  readonly metrics: MarketMetrics;
  readonly probes: readonly Probe[];
  /** The practice broker of the feed. */
  readonly practice: EdgePractice;
  readonly #deps: EdgeMarketDeps;
  readonly #watch: LeaderWatch;
  readonly #asker: FeedAsker;
  readonly #followed: FollowedRooms;
  readonly #blobs: EdgeBlobs;
  readonly #roomDays = new EdgeRoomDays();
  readonly #outlets: EdgeOutlets;
  readonly #stops: (() => void)[] = [];
  #day: MirroredDay | undefined;
  /** Of the frames of `#day`. */
  #epoch = -1;
  /** How many contracts the mirrored day lists. */
  #contracts = -1;
  #loads = 0;
  #opened: () => void = () => undefined;

  constructor(deps: EdgeMarketDeps) {
    const { bus, clock, id, log, metrics, rolesMetrics } = deps;
    this.#deps = deps;
    this.metrics = metrics;
    this.#watch = new LeaderWatch(clock);
    this.#asker = new FeedAsker(bus, clock, id);
    this.#blobs = new EdgeBlobs(this.#asker, () => {
      const { term, closed } = this.#watch.beat ?? { term: -1, closed: -1 };
      return { term, closed, isSilent: this.#watch.isSilent };
    });
    this.practice = new EdgePractice(bus, this.#asker, this.#watch);
    this.#outlets = new EdgeOutlets((room) => this.room(room), log);
    this.#followed = new FollowedRooms({
      bus,
      asker: this.#asker,
      clock,
      metrics: rolesMetrics,
      leader: () => ({ term: this.#watch.beat?.term ?? -1, epoch: this.#epoch }),
      heard: (mirror, kind, frame) => {
        if (kind !== "ticks") this.#blobs.outdate(mirror.day.room);
        this.#outlets.heard(mirror, kind, frame);
      },
      closed: (mirror) => this.#outlets.closed(mirror),
      restarted: (mirror) => this.#outlets.restarted(mirror),
    });
    this.probes = [
      { name: "feed", check: () => ({ ok: this.#fault === undefined, detail: this.#fault ?? "up" }) },
      { name: "bus", check: () => ({ ok: bus.fault === undefined, detail: bus.fault ?? "up" }) },
    ];
  }

  /** Resolves when a feed has told of its open day. */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    const opened = new Promise<void>((resolve) => {
      this.#opened = resolve;
    });
    await this.#asker.start();
    this.#stops.push(
      await this.practice.start(),
      await bus.subscribe(BEAT_CHANNEL, (bytes) => {
        const beat = unpackMessage<Beat>(bytes);
        if (beat?.time !== undefined) this.#hear(beat);
      }),
      bus.onRestored(() => {
        this.#watch.doubt();
        this.#followed.refresh("bus");
      }),
      clock.every(SWEEP_MS, () => this.#sweep()),
      () => this.#asker.stop(),
      () => this.#followed.clear(),
    );
    return opened;
  }

  get day(): OpenDay | undefined {
    return this.#day;
  }

  /** @throws AppError 503 before the first beat. */
  time(): ExchangeTime {
    const time = this.#watch.time();
    if (time === undefined) throw new AppError("unavailable");
    return time;
  }

  slotTimes(): readonly string[] {
    return equitySlotTimes(this.time().date);
  }

  resolveRoom(name: string): RoomName | undefined {
    return findRoom(this.#day?.rooms, name);
  }

  index(): LiveIndex {
    return tickerOf(this.#watch.beat?.spots ?? {});
  }

  troubles(): readonly FeedTrouble[] {
    if (this.#watch.isSilent) return [{ words: SILENT }];
    return this.#watch.beat?.troubles ?? [];
  }

  state(room: RoomName): RoomState | undefined {
    const mirror = this.#day?.rooms.get(room);
    if (mirror === undefined) return undefined;
    this.#followed.want(mirror);
    return mirror.state();
  }

  liveTicks(room: RoomName): TickMap | undefined {
    const mirror = this.#day?.rooms.get(room);
    if (mirror === undefined) return undefined;
    this.#followed.want(mirror);
    return mirror.isSynced ? liveTicks(mirror.day) : undefined;
  }

  attach(outlet: Outlet): () => void {
    return this.#outlets.attach(outlet);
  }

  facts(): DayFacts | undefined {
    const day = this.#day;
    const beat = this.#watch.beat;
    const spots: DayFacts["spots"] = (isByMinute) => (isByMinute ? beat?.closedSpots : undefined) ?? beat?.spots ?? {};
    return day && beat && { date: day.date, symbols: day.symbols, spots };
  }

  async room(name: string): Promise<SourceRoom | undefined> {
    const day = this.#day;
    const mirror = day?.rooms.get(this.resolveRoom(name) ?? "");
    const blob = await this.blob(name);
    if (day === undefined || mirror === undefined || blob === undefined) return undefined;
    return openRoom(await this.#roomDays.of(blob, mirror), day.symbols, minute(this.time().minute));
  }

  /** @throws AppError 503 when no feed has told it, or a newer minute is out that it does not tell. */
  async blob(name: string): Promise<ReplyBlob | undefined> {
    const mirror = this.#day?.rooms.get(this.resolveRoom(name) ?? "");
    if (mirror === undefined) return undefined;
    const blob = await this.#blobs.of(mirror.day);
    if (blob === undefined) throw new AppError("unavailable", undefined, { retryAfter: 1 });
    return blob;
  }

  /** The live columns of all rooms are the feed's. @throws AppError 400, 503 when no feed has answered. */
  scan(request: ScanQuestion): Promise<ScanFound | undefined> {
    const compiled = compileScan(request.formula);
    if (!compiled.ok) throw new AppError("bad-request", errorText(compiled.error));
    return new Promise((resolve, reject) => {
      this.#asker.ask({ what: "scan", request }, (reply) => {
        const answer = reply?.answer as ScanFound | null | undefined;
        if (answer) resolve(answer);
        else reject(new AppError("unavailable", undefined, { retryAfter: 1 }));
      });
    });
  }

  async stop(): Promise<void> {
    this.#loads++;
    for (const stop of this.#stops.splice(0)) stop();
  }

  get #fault(): string | undefined {
    if (this.#day === undefined) return "no feed has told of its day yet";
    if (this.#watch.isSilent) return SILENT;
    return this.#watch.beat?.down ?? undefined;
  }

  #hear(beat: Beat): void {
    const news = this.#watch.hear(beat);
    if (news === "deposed") return;
    if (news === "day-changed") {
      this.#load();
      return;
    }
    const day = this.#day;
    // While the first day, or another leader's, is on its way, its minutes are not ours.
    if (day === undefined || beat.epoch !== this.#epoch) return;
    const doubted = this.#blobs.takeDoubted();
    if (news === "minutes-missed") this.#outlets.opened(day, this.time());
    else if (doubted.length > 0) this.#outlets.revised(doubted);
    if (news === "minutes-missed" || news === "doubtful") this.#followed.refresh(news);
    if (beat.isClockNews || news === "doubtful") this.#outlets.clock(this.time());
    this.#outlets.index(this.index());
    if (beat.contracts === this.#contracts) return;
    // Once: an answer may take longer than the next beat, and would be thrown away for another one each time.
    this.#contracts = beat.contracts;
    this.#load();
  }

  /** Fetches the leader's day; a later call stands for an earlier one. */
  #load(): void {
    const load = ++this.#loads;
    const again = (): void => {
      this.#deps.clock.after(RETRY_MS, () => {
        if (load === this.#loads) this.#load();
      });
    };
    this.#asker.ask({ what: "day" }, (reply) => {
      if (load !== this.#loads) return;
      const beat = this.#watch.beat;
      const answer = reply?.answer as DayAnswer | null | undefined;
      if (!answer || reply?.term !== beat?.term || answer.epoch !== beat?.epoch) {
        again();
        return;
      }
      try {
        this.#adopt(mirrorDay(answer), beat);
      } catch (error) {
        this.#deps.log.error({ err: error }, "the feed's day cannot be read");
        again();
      }
    });
  }

  #adopt(fresh: MirroredDay, { epoch, contracts }: Beat): void {
    const known = this.#day;
    const same = known && continued(known, fresh, (room) => this.#followed.has(room));
    const isOtherLeader = epoch !== this.#epoch;
    this.#epoch = epoch;
    this.#contracts = contracts;
    this.#deps.log.info({ date: fresh.date, source: fresh.source, rooms: fresh.rooms.size }, "market open");
    if (same === undefined) {
      this.#followed.clear();
      this.#day = fresh;
      this.#outlets.opened(fresh, this.time());
    } else {
      this.#day = same;
      this.#outlets.clock(this.time());
      if (isOtherLeader) {
        this.#followed.refresh("leader");
        // Its minutes may differ from those that were told, also where they are as many.
        this.#blobs.takeDoubted();
        this.#outlets.revised();
      }
    }
    this.#outlets.index(this.index());
    this.#opened();
  }

  #sweep(): void {
    this.#outlets.feed(this.troubles());
    for (const mirror of this.#outlets.wanted(this.#day?.rooms.values() ?? [])) this.#followed.want(mirror);
    this.#followed.leaveUnwanted();
    this.#deps.rolesMetrics.followed.set(this.#followed.size);
  }
}
