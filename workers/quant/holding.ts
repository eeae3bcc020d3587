/** What one subscription holds of the market: the rooms and documents that its pane needs, and how its derivation reads them. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import { ALL_FIELDS, type FieldMask, fieldMask } from "#contract/domain/columns.ts";
import type { InstrumentName, RoomName } from "#contract/domain/instruments.ts";
import { type RoomKey, roomKey } from "#contract/domain/room-key.ts";
import { type DocumentKey, type DocumentName, type DocumentOf, documentKey } from "#contract/wire/documents.ts";
import type { LastPrices, Market, Missing } from "#contract/worker/derivation.ts";
import type { Need } from "#contract/worker/screen.ts";
import type { Documents } from "./documents.ts";
import type { Prices } from "./prices.ts";
import type { Rooms } from "./rooms.ts";

export interface Stores {
  readonly rooms: Rooms;
  readonly documents: Documents;
  readonly prices: Prices;
}

export interface Holding {
  readonly market: Market;
  /** Its rooms in the order of the needs. */
  readonly rooms: readonly RoomKey[];
  /** The first of them that is of the pane's own day and can be had: its clock is the pane's. */
  readonly clockRoom: RoomKey | undefined;
  /** Whether anything is held. */
  readonly isHeld: boolean;
  /** Holds these instead of what was held; what is in both stays as it is. @param day the pane's */
  hold(needs: readonly Need[], day: FrozenDay | undefined): void;
  release(): void;
  /** @param key of a room or a document */
  reads(key: RoomKey | DocumentKey): boolean;
  /** Whether any of these is one of its prices. */
  readsPrices(names: readonly InstrumentName[]): boolean;
  /** Milliseconds since the newest price; NaN where it needs none, or none has come. */
  readonly pricesAge: number;
  /** Why something that the pane cannot do without is missing. */
  missing(): Missing | undefined;
  /** Asks anew for what is missing. */
  askAgain(): void;
}

interface Held {
  /** With the minute columns that are needed of them. */
  readonly rooms: ReadonlyMap<RoomKey, FieldMask>;
  /** Those of the pane's own day. */
  readonly ofDay: readonly RoomKey[];
  readonly documents: readonly DocumentKey[];
  readonly names: ReadonlySet<InstrumentName>;
  /** Why the first of those that are required is missing. */
  missing(): Missing | undefined;
}

const NOTHING: Held = { rooms: new Map(), ofDay: [], documents: [], names: new Set(), missing: () => undefined };

/** Off the live market. */
const NO_PRICES: LastPrices = { version: 0, ltp: () => Number.NaN };

export function createHolding({ rooms, documents, prices }: Stores): Holding {
  let held = NOTHING;
  let paneDay: FrozenDay | undefined;

  const keyOfRoom = (name: RoomName, day: FrozenDay | undefined): RoomKey => roomKey(name, day ?? paneDay);

  function resolve(needs: readonly Need[]): Held {
    const fields = new Map<RoomKey, FieldMask>();
    const ofDay: RoomKey[] = [];
    const documentKeys: DocumentKey[] = [];
    const names = new Set<InstrumentName>();
    const required: (() => Missing | undefined)[] = [];
    for (const need of needs) {
      if ("room" in need) {
        const key = keyOfRoom(need.room, need.day);
        fields.set(key, (fields.get(key) ?? 0) | (need.fields ? fieldMask(need.fields) : ALL_FIELDS));
        if (need.day === undefined) ofDay.push(key);
        if (!need.optional) required.push(() => rooms.missing(key));
      } else if ("prices" in need) {
        if (paneDay === undefined) for (const name of need.prices) names.add(name);
      } else {
        const key = documentKey(need.doc, paneDay);
        documentKeys.push(key);
        if (!need.optional) required.push(() => documents.missing(key));
      }
    }
    return {
      rooms: fields,
      ofDay,
      documents: documentKeys,
      names,
      missing() {
        for (const why of required) {
          const missing = why();
          if (missing) return missing;
        }
        return undefined;
      },
    };
  }

  /** Acquires before it releases: what is in both is not loaded again. */
  function turnTo(next: Held): void {
    const before = held;
    held = next;
    for (const [key, fields] of next.rooms) rooms.acquire(key, fields);
    for (const key of next.documents) documents.acquire(key);
    prices.acquire(next.names);
    for (const key of before.rooms.keys()) rooms.release(key);
    for (const key of before.documents) documents.release(key);
    prices.release(before.names);
  }

  return {
    market: {
      room(name, day) {
        const key = keyOfRoom(name, day);
        return rooms.room(key, held.rooms.get(key));
      },
      // A document's name says what is in it.
      doc: <Name extends DocumentName>(name: Name) =>
        documents.content(documentKey(name, paneDay)) as DocumentOf<Name> | undefined,
      prices: () => (paneDay === undefined ? prices : NO_PRICES),
      missing: (name, day) =>
        rooms.missing(keyOfRoom(name, day)) ?? documents.missing(documentKey(name as DocumentName, paneDay)),
    },
    get rooms() {
      return [...held.rooms.keys()];
    },
    get clockRoom() {
      return held.ofDay.find((key) => !rooms.missing(key));
    },
    get isHeld() {
      return held !== NOTHING;
    },
    hold(needs, day) {
      paneDay = day;
      turnTo(resolve(needs));
    },
    release: () => turnTo(NOTHING),
    reads: (key) => held.rooms.has(key) || held.documents.includes(key),
    readsPrices: (names) => held.names.size > 0 && names.some((name) => held.names.has(name)),
    get pricesAge() {
      return held.names.size > 0 ? prices.age : Number.NaN;
    },
    missing: () => held.missing(),
    askAgain() {
      for (const key of held.rooms.keys()) rooms.askAgain(key);
      for (const key of held.documents) documents.askAgain(key);
    },
  };
}
