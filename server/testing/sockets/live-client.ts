/**
 * A client of `/live` that stays, for what is told of the server frame by frame: it comes back when its server does, loads the
 * day again where our client does (workers/feed/room-feed.ts), and remembers what it had. It costs a checksum a frame, and
 * grows: a crowd is made of boards (web/testing/soak/full-day/board.ts).
 */
import { Manager, type Socket } from "socket.io-client";
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { DELTA, stateChecksum } from "#contract/wire/frame.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import * as liveParser from "#contract/wire/live-parser.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { LIVE_PATH, minuteEvent, OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { FrameReader } from "./frame-reader.ts";

/** As long as our client waits for it. */
const LOAD_MS = 20_000;
/** Before it tries again what the server refused or ended. */
const AGAIN_MS = 100;

/** That logins name. */
export const FINGERPRINT = "a-b-c-d";

export interface Login {
  readonly ticket: string;
  readonly cookie: string;
}

export async function logIn(url: string, email: string, password: string): Promise<Login> {
  const reply = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, fingerprint: FINGERPRINT }),
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
  const reply = await fetch(`${url}/api/v1/dbOI/${room}`, {
    headers: { cookie, accept: COLUMNS_MEDIA_TYPE },
    signal: AbortSignal.timeout(LOAD_MS),
  });
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
  /** When it had a state that follows on the one before, or is whole by itself; `Date.now()`. */
  readonly current: number[] = [];
  readonly #url: string;
  readonly #cookie: string;
  readonly #room: string;
  /** Minutes that came while a day was loaded, which may not have them. */
  #waiting: Uint8Array[] = [];
  #isLoading = false;
  /** Number of the newest load; what an older one brings is dropped. */
  #newest = 0;
  /** Of the leader whose frames the day goes with; -1 before the first. */
  #epoch = -1;
  #isClosed = false;

  /** @param day the room as loaded before. */
  constructor(url: string, { ticket, cookie }: Login, day: RoomDay) {
    this.#url = url;
    this.#cookie = cookie;
    this.#room = day.room;
    // One connection for both, as our client has it: frames of one room arrive in their order.
    const manager = new Manager(url, {
      path: LIVE_PATH,
      transports: ["websocket"],
      parser: liveParser,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    const auth = { token: ticket };
    this.ticks = manager.socket(OPTION_LIVE, { auth });
    this.minutes = manager.socket(OI_PRICE_LIVE, { auth });
    this.reader = new FrameReader(day, this.ticks, this.minutes);
    this.ticks.on(this.#room, () => this.#note());
    this.minutes.on(minuteEvent(this.#room), (bytes: Uint8Array) => {
      if (this.#isLoading) this.#waiting.push(bytes);
      this.#note();
    });
    let hasArrived = false;
    for (const [socket, event] of [
      [this.ticks, "optionLiveSocket-init"],
      [this.minutes, "OIPriceLiveSocket-init"],
    ] as const) {
      socket.on("connect", () => {
        this.#join(socket);
        if (socket !== this.minutes) return;
        if (hasArrived) this.#startOver(); // minutes were missed
        hasArrived = true;
      });
      socket.on(event, () => {
        this.heard.push(event);
        this.#join(socket);
        if (socket === this.minutes) this.#startOver();
      });
      // Both are final for the client library: a server that is just starting refuses us, and one that gives up on a slow
      // reader ends its namespaces.
      socket.on("connect_error", () => this.#connect(socket));
      socket.on("disconnect", (why) => {
        if (why === "io server disconnect") this.#connect(socket);
      });
    }
    this.minutes.on("multiLogout", () => this.heard.push("multiLogout"));
  }

  /** The longest time without a figure since then, ms. */
  silence(since: number): number {
    let longest = 0;
    let last = since;
    for (const at of [...this.current.filter((one) => one > since), Date.now()]) {
      longest = Math.max(longest, at - last);
      last = at;
    }
    return longest;
  }

  get position(): string {
    const { epoch, seq, synced } = this.reader.cursor;
    return synced ? `${epoch}:${seq}` : "";
  }

  close(): void {
    this.#isClosed = true;
    this.#newest++;
    for (const socket of [this.ticks, this.minutes]) socket.disconnect();
  }

  #connect(socket: Socket): void {
    setTimeout(() => {
      if (!this.#isClosed) socket.connect();
    }, AGAIN_MS);
  }

  #join(socket: Socket): void {
    socket.emit("joinRoom", this.#room, (refusal?: string) => {
      if (refusal !== undefined) setTimeout(() => socket.connected && this.#join(socket), AGAIN_MS);
    });
  }

  /** Minutes were missed, or there is another day or leader. Until its day is loaded, no minute may be added to what is here. */
  #startOver(): void {
    this.reader.room.minutes.state.fill(MISSING_MINUTE);
    this.#epoch = -1;
    this.#load();
  }

  /** Only one load runs at a time where minutes are missing: else each of them would start another one. */
  #heal(): void {
    if (!this.#isLoading) this.#load();
  }

  /** The day as it is now, in place of what was here; the minutes that arrive meanwhile are heard again. */
  #load(): void {
    if (this.#isClosed) return;
    this.#isLoading = true;
    this.#waiting = [];
    const mine = ++this.#newest;
    loadRoom(this.#url, this.#cookie, this.#room).then(
      (day) => {
        if (mine === this.#newest) this.#take(day);
      },
      () =>
        setTimeout(() => {
          if (mine === this.#newest) this.#load();
        }, AGAIN_MS),
    );
  }

  #take({ date, tokens, live, minutes }: RoomDay): void {
    this.#isLoading = false;
    const { room, cursor } = this.reader;
    Object.assign(room, { date, tokens, live, minutes });
    cursor.synced = false;
    const mine = this.#newest;
    for (const bytes of this.#waiting.splice(0)) {
      this.reader.read(bytes);
      this.#note();
      if (mine !== this.#newest) return; // it is loaded again
    }
    this.ticks.emit("resync", this.#room);
  }

  #note(): void {
    const { cursor, seen, room } = this.reader;
    const { kind, why, frame } = seen.at(-1) ?? {};
    const isOther = why === "epoch" || (kind === "applied" && cursor.epoch !== this.#epoch);
    if (isOther && this.#epoch >= 0) this.#startOver();
    else if (why === "base" || why === "dictionary" || (why === "epoch" && frame !== DELTA)) this.#heal();
    if (kind === "applied") this.#epoch = cursor.epoch;
    if (!cursor.synced) return;
    this.current.push(Date.now());
    this.checksums.set(this.position, stateChecksum(room.live.columns, room.tokens.length));
  }
}
