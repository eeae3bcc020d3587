import { useStore } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TabReply } from "#contract/wire/http/order-bodies.ts";
import { type BookTab, createBrokerCalls } from "../../state/orders/calls.ts";
import { readAgain } from "../../state/orders/news.ts";

/** How often the book is read where the server has said nothing. */
const POLL_MS = 3000;
/** Of these something stands beside every tab; the others of them are read seldom, so that the broker's requests last. */
const BESIDE: readonly BookTab[] = ["positions", "orders", "funds", "gtt"];
const BESIDE_MS = 30_000;

export interface Book {
  /** Undefined while the tab is read for the first time. */
  readonly reply: TabReply | undefined;
  readonly isReading: boolean;
  /** Monotonic time of the last good reading; NaN before the first. */
  readonly readAt: number;
  /** What was read of any tab last. */
  readonly last: Readonly<Partial<Record<BookTab, TabReply>>>;
  refresh(): void;
  /** Shows what the server has confirmed, until the next reading does. */
  patch(change: (reply: TabReply) => TabReply): void;
}

type Replies = Readonly<Partial<Record<BookTab, TabReply>>>;
type Times = Readonly<Partial<Record<BookTab, number>>>;

/**
 * One tab of the broker's books, read when it is opened, when the server says that something changed, and every three
 * seconds. A reading that fails changes nothing but the age of what is shown. @param keepsGtts the broker has such
 */
export function useBook(tab: BookTab, keepsGtts: boolean): Book {
  const store = useStore();
  const [last, setLast] = useState<Replies>({});
  const [times, setTimes] = useState<Times>({});
  const [isReading, setIsReading] = useState(false);
  /** How many readings of each were begun, and which of them is shown: an answer to an older one is none. */
  const begun = useRef<Partial<Record<BookTab, number>>>({});
  const answered = useRef<Partial<Record<BookTab, number>>>({});

  const read = useCallback(
    async (one: BookTab): Promise<void> => {
      const mine = (begun.current[one] ?? 0) + 1;
      begun.current[one] = mine;
      try {
        const reply = await createBrokerCalls(store).tab(one);
        // A slow broker answers when the next reading is under way: waiting for that one's answer would never end.
        if (mine <= (answered.current[one] ?? 0)) return;
        answered.current[one] = mine;
        setLast((before) => ({ ...before, [one]: reply }));
        setTimes((before) => ({ ...before, [one]: performance.now() }));
      } catch (error) {
        console.warn(`${one}:`, error);
      }
    },
    [store],
  );
  /** Readings of the tab that are under way. */
  const open = useRef(0);
  const readTab = useCallback(async (): Promise<void> => {
    open.current++;
    setIsReading(true);
    await read(tab);
    if (--open.current === 0) setIsReading(false);
  }, [read, tab]);
  const refresh = useCallback(() => void readTab(), [readTab]);

  useEffect(() => readAgain(store, POLL_MS, refresh), [store, refresh]);

  const shown = useRef(tab);
  shown.current = tab;
  useEffect(() => {
    const readBeside = (): void => {
      for (const one of BESIDE) if (one !== shown.current && (keepsGtts || one !== "gtt")) void read(one);
    };
    return readAgain(store, BESIDE_MS, readBeside);
  }, [store, read, keepsGtts]);

  return {
    reply: last[tab],
    isReading,
    readAt: times[tab] ?? Number.NaN,
    last,
    refresh,
    patch(change) {
      answered.current[tab] = begun.current[tab] ?? 0; // what was asked before does not know of the change
      setLast((before) => {
        const reply = before[tab];
        return reply ? { ...before, [tab]: change(reply) } : before;
      });
    },
  };
}
