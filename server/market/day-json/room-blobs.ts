/**
 * A room-day as the archive's own bytes, for our client: encoded once a room and minute, compressed once an encoding,
 * and shared by everybody who asks.
 */
import { decodeRoomDay, encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { ReplyBlob } from "../../platform/http/blob-reply.ts";
import { priceTick } from "../price-tick.ts";
import { minutesState, type SourceRoom } from "./day-source.ts";
import { replyBlob } from "./reply-blob.ts";

/** The rooms that were asked for last: the biggest are a megabyte, uncompressed. */
const KEPT_ROOMS = 64;

export class RoomBlobs {
  /** By room, the least recently used first. */
  readonly #cache = new Map<string, { readonly state: string; readonly blob: ReplyBlob }>();

  of(room: SourceRoom): ReplyBlob {
    const { day, sd } = room;
    const state = minutesState(room);
    const cached = this.#cache.get(day.room);
    const blob =
      cached?.state === state
        ? cached.blob
        : replyBlob(encodeRoomDay(sd === undefined ? day : { ...day, sd }, priceTick(day), {}, true));
    this.#cache.delete(day.room);
    this.#cache.set(day.room, { state, blob });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= KEPT_ROOMS) break;
      this.#cache.delete(oldest);
    }
    return blob;
  }
}

const closed = new WeakMap<ReplyBlob, Promise<ReplyBlob>>();

/**
 * The blob without live columns, made once: the one-minute plan has no ticks. Its "now" is then the last closed minute, and what
 * changed within minutes counts from there. Of the blob's bytes, as an edge has no more.
 */
export function closedBlob(blob: ReplyBlob): Promise<ReplyBlob> {
  const made =
    closed.get(blob) ??
    blob.compressed("identity").then((bytes) => {
      const { day } = decodeRoomDay(bytes);
      return replyBlob(encodeRoomDay(day, priceTick(day)));
    });
  closed.set(blob, made);
  return made;
}
