/** A client of `/live` that stays: it comes back when its server does, rejoins when told, and remembers what it had. */
import { io, type Socket } from "socket.io-client";
import type { RoomDay } from "#contract/domain/columns.ts";
import { stateChecksum } from "#contract/wire/frame.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import * as liveParser from "#contract/wire/live-parser.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { LIVE_PATH, minuteEvent, OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { FrameReader } from "./frame-reader.ts";

export interface Login {
  readonly ticket: string;
  readonly cookie: string;
}

export async function logIn(url: string, email: string, password: string): Promise<Login> {
  const reply = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, fingerprint: "a-b-c-d" }),
  });
  const { token } = (await reply.json()) as { token?: string };
  if (token === undefined) throw new Error(`login: ${reply.status}`);
  const cookie = reply.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  return { ticket: token, cookie };
}

/** The room's day as our client loads it. */
export async function loadRoom(url: string, cookie: string, room: string): Promise<RoomDay> {
  const reply = await fetch(`${url}/api/v1/dbOI/${room}`, { headers: { cookie, accept: COLUMNS_MEDIA_TYPE } });
  if (!reply.ok) throw new Error(`${room}: ${reply.status} ${await reply.text()}`);
  return decodeRoomDay(new Uint8Array(await reply.arrayBuffer())).day;
}

export class LiveClient {
  readonly reader: FrameReader;
  readonly ticks: Socket;
  readonly minutes: Socket;
  /** What it was told: init events and endings, in order. */
  readonly heard: string[] = [];
  /** Checksums of the live columns, by 'epoch:seq'. */
  readonly checksums = new Map<string, number>();
  readonly #room: string;

  /** @param day the room as loaded before. */
  constructor(url: string, ticket: string, day: RoomDay) {
    this.#room = day.room;
    const connect = (namespace: string): Socket =>
      io(`${url}${namespace}`, {
        path: LIVE_PATH,
        transports: ["websocket"],
        parser: liveParser,
        auth: { token: ticket },
        forceNew: true,
        reconnectionDelay: 50,
        reconnectionDelayMax: 200,
      });
    this.ticks = connect(OPTION_LIVE);
    this.minutes = connect(OI_PRICE_LIVE);
    this.reader = new FrameReader(day, this.ticks, this.minutes);
    this.ticks.on(this.#room, () => this.#note());
    this.minutes.on(minuteEvent(this.#room), () => this.#note());
    for (const [socket, event] of [
      [this.ticks, "optionLiveSocket-init"],
      [this.minutes, "OIPriceLiveSocket-init"],
    ] as const) {
      socket.on("connect", () => this.#join(socket));
      socket.on(event, () => {
        this.heard.push(event);
        this.#join(socket);
      });
      // A refused handshake is final for the client library: a server that is just starting refuses nothing of ours.
      socket.on("connect_error", () => setTimeout(() => socket.connect(), 100));
    }
    this.minutes.on("multiLogout", () => this.heard.push("multiLogout"));
  }

  get position(): string {
    const { epoch, seq, synced } = this.reader.cursor;
    return synced ? `${epoch}:${seq}` : "";
  }

  close(): void {
    for (const socket of [this.ticks, this.minutes]) {
      socket.off("connect_error");
      socket.disconnect();
    }
  }

  #join(socket: Socket): void {
    socket.emit("joinRoom", this.#room, (refusal?: string) => {
      if (refusal !== undefined) setTimeout(() => socket.connected && this.#join(socket), 100);
    });
  }

  #note(): void {
    if (!this.reader.cursor.synced) return;
    const { live, tokens } = this.reader.room;
    this.checksums.set(this.position, stateChecksum(live.columns, tokens.length));
  }
}
