/** Two hundred boards on both edges, each of a room: what they have of its minutes is kept, and each second one loses its connection. */
import { parseExpiry, parseRoom, type RoomName, roomName } from "#contract/domain/instruments.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { init } from "#contract/wire/http/market.ts";
import type { FeedEvent } from "#contract/worker/feed-api.ts";
import {
  createUnreliableNetwork,
  type UnreliableNetwork,
} from "../../../../server/testing/processes/unreliable-network.ts";
import { type Login, logIn } from "../../../../server/testing/sockets/live-client.ts";
import { someOf } from "../../every-screen/registry.ts";
import { until } from "../board-tab.ts";
import { type Board, openBoard } from "./board.ts";
import type { Deployment } from "./deployment.ts";
import type { Client } from "./minute-verdict.ts";
import { ClientMinutes, MinuteFigures } from "./room-minutes.ts";

/** Each holds its day: five megabytes. */
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
/** What the page hears when it has to log in again. */
const ENDINGS: ReadonlySet<FeedEvent["type"]> = new Set(["unauthorized", "unsubscribed", "multiLogout"]);

export interface Crowd {
  readonly clients: readonly Client[];
  /** What they have had of their rooms. */
  readonly figures: MinuteFigures;
  /** The first reads nothing while it is told to, and so does the second: one is slow, the other's machine sleeps. */
  readonly networks: readonly UnreliableNetwork[];
  /** Clients that were told that their session is over. */
  readonly ended: readonly string[];
  /** What the boards warned of, and how often. */
  readonly warnings: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/**
 * Rooms of all symbols that are listed on every day of the soak: a few, each with a part of the crowd.
 *
 * @param days that are traded
 */
async function lastingRooms(url: string, { cookie }: Login, days: number): Promise<readonly RoomName[]> {
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
  const figures = new MinuteFigures();
  const ended: string[] = [];
  const { warnings, restore } = countWarnings();
  const clients: Client[] = [];
  const boards: Board[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const room = rooms[i % rooms.length] as RoomName;
    const login = logins[Math.floor(i / A_SESSION)] ?? first;
    const edge = networks[i] === undefined ? i % urls.length : urls.length - 1;
    const minutes = new ClientMinutes(figures);
    clients.push({ number: i, edge: edge + 1, room, minutes });
    boards.push(
      openBoard(
        networks[i]?.url ?? urls[edge] ?? "",
        login,
        room,
        (update) => minutes.hear(update),
        ({ type }) => {
          if (ENDINGS.has(type)) ended.push(`client ${i}: ${type}`);
        },
      ),
    );
  }
  await until(
    async () => clients.every(({ minutes }) => minutes.date !== undefined) || undefined,
    "a day for each client",
  );
  let next = 0;
  const losing = setInterval(() => boards[next++ % boards.length]?.lose(), LOSES_MS);
  return {
    clients,
    figures,
    networks,
    ended,
    warnings,
    async stop() {
      clearInterval(losing);
      for (const board of boards) board.stop();
      await Promise.all(networks.map((network) => network.stop()));
      restore();
    },
  };
}

/** Two hundred boards that warn of the same would be all that is read of this process: what each says is counted instead. */
function countWarnings(): { readonly warnings: ReadonlyMap<string, number>; restore(): void } {
  const warnings = new Map<string, number>();
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    const line = words.join(" ");
    warnings.set(line, (warnings.get(line) ?? 0) + 1);
  };
  return {
    warnings,
    restore() {
      console.warn = warn;
    },
  };
}
