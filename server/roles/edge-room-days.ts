/**
 * Rooms with their minutes, as JSON calls and stock clients need them: decoded from the room-day that the feed keeps
 * for everybody. Our own client takes those bytes as they are, so few are decoded, and few are kept.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { ReplyBlob } from "../platform/http/blob-reply.ts";
import type { RoomMirror } from "./room-mirror.ts";

/** A big room takes some 10 MB. */
const KEPT = 8;

export class EdgeRoomDays {
  /** By checksum, least recently used first. */
  readonly #decoded = new Map<string, RoomDay>();

  /** The room-day with the mirror's ticks where those are here, else with those of its last minute. */
  async of(blob: ReplyBlob, mirror: RoomMirror): Promise<RoomDay> {
    const day = this.#decoded.get(blob.checksum) ?? decodeRoomDay(await blob.compressed("identity")).day;
    this.#decoded.delete(blob.checksum);
    this.#decoded.set(blob.checksum, day);
    for (const oldest of this.#decoded.keys()) {
      if (this.#decoded.size <= KEPT) break;
      this.#decoded.delete(oldest);
    }
    const { live, tokens } = mirror.day;
    return mirror.isSynced && tokens.length >= day.tokens.length ? { ...day, live } : day;
  }
}
