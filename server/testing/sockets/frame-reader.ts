/** A client of `/live` as a test sees it: decodes a room's frames into tables of its own, and acknowledges. */
import type { Socket } from "socket.io-client";
import { createLiveColumns, createMinuteColumns, FIELD_COUNT, type RoomDay } from "#contract/domain/columns.ts";
import { createRoomCursor, type DecodeResult, decodeFrame, type RoomCursor } from "#contract/wire/frame.ts";
import { encodeAck } from "#contract/wire/live-parser.ts";
import { minuteEvent } from "#contract/wire/socket-events.ts";

export class FrameReader {
  readonly room: RoomDay;
  readonly cursor: RoomCursor = createRoomCursor();
  readonly seen: { kind: DecodeResult["kind"]; frame: number; why: string | undefined; slot: number }[] = [];
  acks = true;
  /** Drops the next so many tick frames, as a broken network would. */
  drop = 0;
  bytes = 0;
  readonly #ticks: Socket;

  constructor(of: RoomDay, ticks: Socket, minutes?: Socket) {
    const { tokens, minutes: columns } = of;
    this.#ticks = ticks;
    this.room = {
      ...of,
      tokens: structuredClone(tokens),
      live: createLiveColumns(tokens.token.length),
      minutes: createMinuteColumns(tokens.token.length, columns.slots, columns.fields),
    };
    ticks.on(of.room, (bytes: Uint8Array) => this.read(bytes));
    ticks.on("turn", (turn: number) => this.acks && ticks.io.engine.send(encodeAck(turn)));
    minutes?.on(minuteEvent(of.room), (bytes: Uint8Array) => this.read(bytes));
  }

  count(kind: DecodeResult["kind"], frame?: number): number {
    return this.seen.filter((entry) => entry.kind === kind && (frame === undefined || entry.frame === frame)).length;
  }

  /** Whether the live columns are exactly those of `other`. */
  equals(other: RoomDay): boolean {
    if (this.room.tokens.length !== other.tokens.length) return false;
    for (let field = 0; field < FIELD_COUNT; field++) {
      for (let row = 0; row < other.tokens.length; row++) {
        if (this.room.live.columns[field][row] !== other.live.columns[field][row]) return false;
      }
    }
    return true;
  }

  /** A frame, as if it came now. */
  read(bytes: Uint8Array): void {
    if (this.drop > 0) {
      this.drop--;
      return;
    }
    this.bytes += bytes.length;
    const result = decodeFrame(bytes, this.room, this.cursor);
    this.seen.push({
      kind: result.kind,
      frame: result.frame,
      why: result.kind === "gap" ? result.why : undefined,
      slot: result.kind === "applied" ? result.slot : -1,
    });
    if (result.kind === "gap" && this.acks) this.#ticks.emit("resync", this.room.room);
  }
}
