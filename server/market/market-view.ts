/**
 * What sockets and market calls see of a market, whether its book is in this process (market.ts) or mirrored from
 * another one (../roles/).
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import type { FeedTrouble, LiveIndex } from "#contract/wire/socket-events.ts";
import type { ReplyBlob } from "../platform/http/blob-reply.ts";
import type { Probe } from "../platform/probe.ts";
import type { DayFacts, SourceRoom } from "./day-json/day-source.ts";
import type { MarketMetrics } from "./market-metrics.ts";
import type { OpenDay } from "./open-day/open-day.ts";
import type { Outlet } from "./publish/outlet.ts";
import type { RoomState } from "./publish/room-channel.ts";
import type { TickMap } from "./publish/ticks-json.ts";
import type { ScanQuestion } from "./scan/scan-question.ts";

export interface MarketView {
  /** undefined until the first day is open. */
  readonly day: OpenDay | undefined;
  readonly metrics: MarketMetrics;
  /** The exchange clock now. */
  time(): ExchangeTime;
  /** 'HH:MM' of every slot of the equity session of the open day. */
  slotTimes(): readonly string[];
  /** The canonical name of an open room, however its expiry is written; undefined when it is not open. */
  resolveRoom(name: string): string | undefined;
  /** Spots of the ticker. */
  index(): LiveIndex;
  /** Everything that is wrong with the feed now. */
  troubles(): readonly FeedTrouble[];
  /**
   * The room as of its last tick frame. undefined for a room that is not open, and for one whose state is still on its
   * way: outlets are then told that it has `restarted` as soon as it is here.
   */
  state(room: RoomName): RoomState | undefined;
  /** Every contract's last tick as JSON; undefined where `state` is. */
  liveTicks(room: RoomName): TickMap | undefined;
  attach(outlet: Outlet): () => void;
  /** What `init` tells of the open day; undefined while none is open. */
  facts(): DayFacts | undefined;
  /** A room and its day so far, however its expiry is written; undefined for a room that the day does not have. */
  room(name: string): Promise<SourceRoom | undefined>;
  /** The same as the archive's own bytes. */
  blob(name: string): Promise<ReplyBlob | undefined>;
  /** What a formula finds; undefined while no day is open. @throws AppError 400 where it cannot be scanned, 503 */
  scan(question: ScanQuestion): Promise<ScanFound | undefined>;
  /** For `/readyz`. */
  readonly probes: readonly Probe[];
  stop(): Promise<void>;
}
