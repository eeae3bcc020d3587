/** JSON replies about a room that hold for a minute, made once a minute. */
import { type DayFacts, minutesState, type SourceRoom } from "../../market/day-json/day-source.ts";
import { openInterestData, type TokenReply, tokenReply } from "../../market/day-json/room-json.ts";

export class RoomReplies {
  readonly #tokens = new Map<string, { readonly state: string; readonly reply: TokenReply }>();
  readonly #series = new Map<string, { readonly state: string; readonly json: string }>();

  tokens({ symbols }: DayFacts, room: SourceRoom): TokenReply {
    const state = stateOf(room);
    const cached = this.#tokens.get(room.day.room);
    if (cached?.state === state) return cached.reply;
    const reply = tokenReply(symbols, room);
    this.#tokens.set(room.day.room, { state, reply });
    return reply;
  }

  /** The `openInterestData` of the room, as JSON text: megabytes for a big room, so it is written once a minute. */
  series(room: SourceRoom): string {
    const state = stateOf(room);
    const cached = this.#series.get(room.day.room);
    if (cached?.state === state) return cached.json;
    const json = JSON.stringify(openInterestData(room.day, room.slots));
    this.#series.set(room.day.room, { state, json });
    return json;
  }
}

/** What a reply depends on besides the room's name. */
const stateOf = (room: SourceRoom): string => `${Math.floor(room.minute)} ${minutesState(room)}`;
