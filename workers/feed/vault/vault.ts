/**
 * The vault of days: what the server sent of a past day, kept in IndexedDB until the user deletes it or newer days need its
 * place. The feed asks it only where the server has no answer. A day is one value, beside an index of all days, so that the
 * list is read without the days.
 */
import type { DayKey } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { HISTORY_PATH, INIT_PATH, OPEN_INTEREST_PATH, pastPath, roomPath } from "#contract/wire/http/api-path.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { type KeptDay, MOST_VAULT_BYTES, type VaultApi } from "#contract/worker/vault-api.ts";
import type { KeyValueStore } from "../day-cache.ts";
import { MarketHttpError } from "../market-http.ts";
import { type Replies, readDayFile, writeDayFile } from "./day-file.ts";

export interface VaultDeps {
  readonly store: KeyValueStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** @throws RangeError on bytes that are no room-day */
  readonly checkRoomDay: (bytes: Uint8Array) => void;
  /** Runs what writes one after the other, over all tabs: a day is its bytes and its place in the index. */
  readonly alone: <T>(write: () => Promise<T>) => Promise<T>;
  /** For tests. */
  readonly mostBytes?: number;
}

/** @returns the reply for a path below the public base. @throws MarketHttpError */
export type LoadReply = (path: string) => Promise<Response>;

export interface Vault {
  /** @param load what is kept comes from there */
  api(load: LoadReply): VaultApi;
  /** What is kept of an answer that did not come (`status` 0), or had this status; undefined where nothing is, or a refusal stands. */
  instead(url: string, status: number): Promise<Response | undefined>;
  /** The user turned to the day, whoever answers. */
  used(day: DayKey): Promise<void>;
  /** The days that the server lists and those that are kept, in the list's order. */
  withKept(days: readonly HistoryDay[]): Promise<readonly HistoryDay[]>;
}

interface Entry extends KeptDay {
  readonly paths: readonly string[];
}

const INDEX = "days";
/** A use is noted once in this time, not with every room. */
const NOTED_EVERY_MS = 60_000;

const isRoomPath = (path: string): boolean => path.includes(`/${roomPath(OPEN_INTEREST_PATH, "")}`);

/** Instead of the browser's own words. */
const NO_ROOM = "The browser has no more room. Delete kept days, or make room on the disk.";

export function createVault({ store, now, checkRoomDay, alone, mostBytes = MOST_VAULT_BYTES }: VaultDeps): Vault {
  const index = async (): Promise<readonly Entry[]> => (await store.get<readonly Entry[]>(INDEX)) ?? [];
  const repliesOf = async (day: DayKey): Promise<Replies> => (await store.get<Replies>(keyOf(day))) ?? {};

  /** Changes the index; to be run alone. @returns what left it, and leaves the store with it */
  async function change(next: (before: readonly Entry[]) => readonly Entry[]): Promise<readonly Entry[]> {
    let left: readonly Entry[] = [];
    await store.update<readonly Entry[]>(INDEX, (before = []) => {
      const after = next(before);
      left = before.filter(({ day }) => !after.some((one) => isSame(one.day, day)));
      return after;
    });
    if (left.length > 0) await store.delMany(left.map(({ day }) => keyOf(dayOf(day))));
    return left;
  }

  /**
   * Adds to what is kept of the day, and writes it before it is listed: a list never names what is not there.
   * To be run alone. @throws Error in words for the user
   */
  async function put(day: HistoryDay, fresh: Replies): Promise<readonly KeptDay[]> {
    if (!Object.keys(fresh).some(isRoomPath)) throw new Error("There is nothing of it that could be kept.");
    let paths: readonly string[] = [];
    let bytes = 0;
    // Joined where it is written: more of the day may have been kept while this was loaded.
    await store.update<Replies>(keyOf(dayOf(day)), (before) => {
      const replies = { ...before, ...fresh };
      paths = Object.keys(replies);
      bytes = Object.values(replies).reduce((sum, { size }) => sum + size, 0);
      if (bytes > mostBytes)
        throw new Error(`The day takes ${megabytes(bytes)}, and all together may take ${megabytes(mostBytes)}.`);
      return replies;
    });
    return change((before) => {
      const symbols = joined(before.find((one) => isSame(one.day, day))?.day.symbols ?? {}, day.symbols);
      const rooms = paths.filter(isRoomPath).length;
      const entry: Entry = { day: { ...day, symbols }, rooms, bytes, usedAt: now(), paths };
      return fitted([...before.filter((one) => !isSame(one.day, day)), entry], entry, mostBytes);
    });
  }

  const keepAll = (day: HistoryDay, fresh: Replies): Promise<readonly KeptDay[]> =>
    alone(() => put(day, fresh)).catch((error: unknown) => {
      // Some browsers give no error at all where the disk is full.
      throw error instanceof Error && error.name !== "QuotaExceededError" ? error : new Error(NO_ROOM);
    });

  async function noteUse({ day, usedAt }: Entry): Promise<void> {
    if (now() - usedAt < NOTED_EVERY_MS) return;
    await alone(() =>
      change((before) => before.map((one) => (isSame(one.day, day) ? { ...one, usedAt: now() } : one))),
    );
  }

  return {
    api: (load) => ({
      days: async () => [...(await index())].sort((a, b) => inOrder(a.day, b.day)),
      async keep(day, rooms) {
        const wanted = [INIT_PATH, ...rooms.map((room) => roomPath(OPEN_INTEREST_PATH, room))];
        const replies: Record<string, Blob> = {};
        // One after the other: what a user keeps must not crowd out what others look at.
        for (const path of wanted.map((one) => pastPath(one, dayOf(day)))) {
          const reply = await unlessAbsent(load(path));
          if (reply) replies[path] = await reply.blob();
        }
        return keepAll(day, replies);
      },
      async roomBytes(room, day) {
        const reply = await unlessAbsent(load(pastPath(roomPath(OPEN_INTEREST_PATH, room), day)));
        return reply && new Uint8Array(await reply.arrayBuffer());
      },
      async forget(day) {
        await alone(() => change((before) => before.filter((one) => !isSame(one.day, day))));
      },
      async exportDay(day) {
        const entry = (await index()).find((one) => isSame(one.day, day));
        if (!entry) throw new Error("The day is not kept any more.");
        const file = writeDayFile({ day: entry.day, replies: await repliesOf(day) });
        return new Uint8Array(await file.arrayBuffer());
      },
      async importDay(file) {
        const { day, replies } = await readDayFile(new Blob([file]));
        await check(day, replies);
        return { day, left: await keepAll(day, replies) };
      },
    }),
    async instead(url, status) {
      const path = pathOf(url);
      if (path === undefined || !(status === 0 || status === 404 || status >= 500)) return undefined;
      const entries = await index();
      // Without a server the list is that of the kept days.
      if (path === HISTORY_PATH) return entries.length > 0 ? Response.json({ data: { days: [] } }) : undefined;
      const entry = entries.find(({ paths }) => paths.includes(path));
      if (!entry) return undefined;
      noteUse(entry).catch(() => undefined); // a full disk: it is shown all the same
      const reply = (await repliesOf(dayOf(entry.day)))[path];
      return reply && new Response(reply);
    },
    async used(day) {
      const entry = (await index()).find((one) => isSame(one.day, day));
      if (entry) await noteUse(entry);
    },
    async withKept(days) {
      const more = (await index()).map(({ day }) => day).filter((day) => !days.some((one) => isSame(one, day)));
      return more.length === 0 ? days : [...days, ...more].sort(inOrder);
    },
  };

  /** @throws Error where a file holds anything but that day's replies */
  async function check(day: HistoryDay, replies: Replies): Promise<void> {
    const init = pastPath(INIT_PATH, dayOf(day));
    if (replies[init] === undefined) throw new Error("The file lacks the list of the day.");
    for (const [path, reply] of Object.entries(replies)) {
      if (path === init) JSON.parse(await reply.text());
      else if (path !== pastPath(roomPath(OPEN_INTEREST_PATH, roomOf(path)), dayOf(day)))
        throw new Error("The file holds more than that day.");
      else checkRoomDay(new Uint8Array(await reply.arrayBuffer()));
    }
  }
}

/** The days unused for longest leave until the rest fits; the one that was just kept stays. */
function fitted(entries: readonly Entry[], newest: Entry, mostBytes: number): readonly Entry[] {
  let bytes = entries.reduce((sum, one) => sum + one.bytes, 0);
  const leaving = new Set<Entry>();
  for (const one of entries.filter((entry) => entry !== newest).sort((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= mostBytes) break;
    leaving.add(one);
    bytes -= one.bytes;
  }
  return entries.filter((one) => !leaving.has(one));
}

/** The symbols of both, each once. */
function joined(a: HistoryDay["symbols"], b: HistoryDay["symbols"]): HistoryDay["symbols"] {
  const both = { ...a };
  for (const [exchange, symbols] of Object.entries(b))
    both[exchange] = [...new Set([...(both[exchange] ?? []), ...symbols])];
  return both;
}

/** The room of its path. */
const roomOf = (path: string): RoomName => /\/dbOI\/(.*)\?/.exec(path)?.[1] ?? "";

const dayOf = ({ source, date }: HistoryDay): DayKey => ({ source, date: date as IsoDate });
const keyOf = ({ source, date }: DayKey): string => `${source}:${date}`;
const isSame = (a: { readonly source: string; readonly date: string }, b: typeof a): boolean =>
  a.source === b.source && a.date === b.date;
/** Oldest first; on one date the simulated day last, as the server lists them. */
const inOrder = (a: HistoryDay, b: HistoryDay): number =>
  a.date.localeCompare(b.date) || Number(a.source === "sim") - Number(b.source === "sim");
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A day lacks a room, or its list names one that it has not. */
const unlessAbsent = (reply: Promise<Response>): Promise<Response | undefined> =>
  reply.catch((error: unknown) => {
    if (error instanceof MarketHttpError && error.status === 404) return undefined;
    throw error;
  });

/** What follows the public base, which a reply is kept under; undefined for what is not of the past. */
function pathOf(url: string): string | undefined {
  const at = url.lastIndexOf(`/${HISTORY_PATH}`);
  return at < 0 ? undefined : url.slice(at + 1);
}
