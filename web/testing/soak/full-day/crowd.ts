/** Two hundred clients on both edges, each of a room: their minutes are kept, and a second one of them loses its connection. */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { parseExpiry, parseRoom, roomName } from "#contract/domain/instruments.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { init } from "#contract/wire/http/market.ts";
import {
  createUnreliableNetwork,
  type UnreliableNetwork,
} from "../../../../server/testing/processes/unreliable-network.ts";
import { LiveClient, type Login, loadRoom, logIn } from "../../../../server/testing/sockets/live-client.ts";
import { someOf } from "../../every-screen/registry.ts";
import { until } from "../board-tab.ts";
import type { Deployment } from "./deployment.ts";
import { ClientMinutes, SharedTable } from "./room-minutes.ts";

const CLIENTS = 200;
/** A session has no more connections than a person has tabs. */
const A_SESSION = 20;
const LOSES_MS = 1000;
/**
 * A client that was away loads its room's day anew, and the feed packs a day once a minute at most for all who ask. At sixty
 * times the speed a minute is a second, so that as many rooms as at the usual speed would be sixty times the work.
 */
const ROOMS = 10;
/** For holidays. */
const MORE_DAYS = 5;

export interface Client {
  readonly live: LiveClient;
  readonly minutes: ClientMinutes;
  readonly room: string;
}

export interface Crowd {
  readonly clients: readonly Client[];
  /** The first reads nothing while it is told to, and so does the second: one is slow, the other's machine sleeps. */
  readonly networks: readonly UnreliableNetwork[];
  readonly login: Login;
  stop(): Promise<void>;
}

/**
 * Rooms of all symbols that are listed on every day of the soak: a few, each with a part of the crowd.
 *
 * @param days that are traded
 */
async function lastingRooms(url: string, { cookie }: Login, days: number): Promise<readonly string[]> {
  const reply = await fetch(`${url}${API_BASE}${init.path}`, { headers: { cookie } });
  const [, , symbols] = init.response.parse(await reply.json()).data.data;
  const from = Date.parse(symbols.date) + ((days * 7) / 5 + MORE_DAYS) * 86_400_000;
  const lasting = Object.values(symbols.data)
    .flatMap((bySymbol) => Object.entries(bySymbol))
    .flatMap(([symbol, expiries]) => expiries.map((expiry) => roomName(symbol, parseExpiry(expiry))))
    .filter((room) => Date.parse(parseRoom(room)?.expiry ?? "") > from);
  return someOf(lasting, ROOMS);
}

/** @param tradedDays of the soak */
export async function startCrowd({ edges, addUsers }: Deployment, tradedDays: number): Promise<Crowd> {
  const urls = edges.map(({ url }) => url);
  const users = await addUsers(Array.from({ length: CLIENTS / A_SESSION }, (_, i) => `crowd${i}@soak.example`));
  const logins = await Promise.all(users.map(({ email, password }) => logIn(urls[0] ?? "", email, password)));
  const [first] = logins as [Login, ...Login[]];
  const rooms = await lastingRooms(urls[0] ?? "", first, tradedDays);
  const networks = await Promise.all([1, 2].map(() => createUnreliableNetwork(edges.at(-1)?.port ?? 0)));
  const days = new Map<string, RoomDay>();
  const tables = new Map<string, SharedTable>();
  const clients: Client[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const room = rooms[i % rooms.length] ?? "";
    const login = logins[Math.floor(i / A_SESSION)] ?? first;
    const day = days.get(room) ?? (await until(() => loadRoom(urls[0] ?? "", first.cookie, room), room));
    const table = tables.get(room) ?? new SharedTable();
    days.set(room, day);
    tables.set(room, table);
    const url = networks[i]?.url ?? urls[i % urls.length] ?? "";
    clients.push(clientOf(url, login, day, table));
  }
  let next = 0;
  const losing = setInterval(() => clients[next++ % clients.length]?.live.ticks.io.engine.close(), LOSES_MS);
  return {
    clients,
    networks,
    login: first,
    async stop() {
      clearInterval(losing);
      for (const { live } of clients) live.close();
      await Promise.all(networks.map((network) => network.stop()));
    },
  };
}

function clientOf(url: string, login: Login, day: RoomDay, table: SharedTable): Client {
  const minutes = new ClientMinutes();
  minutes.loaded(day);
  const keep = (loaded: RoomDay): RoomDay => {
    minutes.loaded(loaded);
    return table.take(loaded, live.reader.room);
  };
  let today: string | undefined;
  const minuteCame = (slot: number): void => {
    const { room } = live.reader;
    // Another day may be open that is not loaded yet: its minutes are none of the day before.
    if (room.date === today) minutes.came(room, slot);
  };
  const live: LiveClient = new LiveClient(url, login, day, { keep, minuteCame });
  live.minutes.on("clock", ({ date }: ExchangeTime) => {
    today = date;
  });
  return { live, minutes, room: day.room };
}
