/** JSON replies about a room that hold for a minute, made once a minute. */
import { type DayFacts, minutesState, type SourceRoom } from "../../market/day-json/day-source.ts";
import { type FuturesTokenReply, futuresTokenReply } from "../../market/day-json/futures-json.ts";
import { openInterestData, type TokenReply, tokenReply } from "../../market/day-json/room-json.ts";

/** The rooms that were asked for last: some hundred kilobytes each as entries, megabytes as a series of a big room. */
const KEPT_DICTIONARIES = 64;
const KEPT_SERIES = 16;

export class RoomReplies {
  readonly #tokens = new MinuteReplies<TokenReply>(KEPT_DICTIONARIES);
  readonly #futures = new MinuteReplies<FuturesTokenReply>(KEPT_DICTIONARIES);
  readonly #series = new MinuteReplies<string>(KEPT_SERIES);

  tokens({ symbols }: DayFacts, room: SourceRoom): TokenReply {
    return this.#tokens.of(room, () => tokenReply(symbols, room));
  }

  futures({ symbols }: DayFacts, room: SourceRoom): FuturesTokenReply {
    return this.#futures.of(room, () => futuresTokenReply(symbols, room));
  }

  /** The `openInterestData` of the room, as JSON text. */
  series(room: SourceRoom): string {
    return this.#series.of(room, () => JSON.stringify(openInterestData(room.day, room.slots)));
  }
}

class MinuteReplies<Reply> {
  /** By room, the least recently used first. */
  readonly #kept = new Map<string, { readonly state: string; readonly reply: Reply }>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  of(room: SourceRoom, make: () => Reply): Reply {
    const name = room.day.room;
    const state = stateOf(room);
    const kept = this.#kept.get(name);
    const reply = kept?.state === state ? kept.reply : make();
    this.#kept.delete(name);
    this.#kept.set(name, { state, reply });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#max) break;
      this.#kept.delete(oldest);
    }
    return reply;
  }
}

/** What a reply depends on besides the room's name. */
const stateOf = (room: SourceRoom): string => `${Math.floor(room.minute)} ${minutesState(room)}`;
