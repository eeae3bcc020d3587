import { useStore } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TabReply } from "#contract/wire/http/order-bodies.ts";
import { type BookTab, createBrokerCalls } from "../../state/orders/calls.ts";
import { orderNewsAtom } from "../../state/orders/news.ts";

/** How often the book is read where the server has said nothing. */
const POLL_MS = 3000;
/** Words of the server that come together are answered by one reading. */
const COALESCE_MS = 250;

export interface Book {
  /** Undefined while the tab is read for the first time. */
  readonly reply: TabReply | undefined;
  readonly isReading: boolean;
  /** Monotonic time of the last good reading; NaN before the first. */
  readonly readAt: number;
  refresh(): void;
  /** Shows what the server has confirmed, until the next reading does. */
  patch(change: (reply: TabReply) => TabReply): void;
}

interface Reading {
  readonly tab: BookTab;
  readonly reply: TabReply;
  readonly at: number;
}

/**
 * One tab of the broker's books, read when it is opened, when the server says that something changed, and every three
 * seconds. A reading that fails changes nothing but the age of what is shown.
 */
export function useBook(tab: BookTab): Book {
  const store = useStore();
  const [reading, setReading] = useState<Reading>();
  const [isReading, setIsReading] = useState(false);
  /** The newest reading that was begun: an older answer that comes after it is none. */
  const turn = useRef(0);

  const refresh = useCallback(async (): Promise<void> => {
    const mine = ++turn.current;
    setIsReading(true);
    try {
      const reply = await createBrokerCalls(store).tab(tab);
      if (turn.current === mine) setReading({ tab, reply, at: performance.now() });
    } catch (error) {
      console.warn(`${tab}:`, error);
    } finally {
      if (turn.current === mine) setIsReading(false);
    }
  }, [store, tab]);

  useEffect(() => {
    let news: ReturnType<typeof setTimeout> | undefined;
    const poll = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, POLL_MS);
    const unsubscribe = store.sub(orderNewsAtom, () => {
      clearTimeout(news);
      news = setTimeout(() => void refresh(), COALESCE_MS);
    });
    void refresh();
    return () => {
      turn.current++;
      clearInterval(poll);
      clearTimeout(news);
      unsubscribe();
    };
  }, [store, refresh]);

  const shown = reading?.tab === tab ? reading : undefined;
  return {
    reply: shown?.reply,
    isReading,
    readAt: shown?.at ?? Number.NaN,
    refresh: () => void refresh(),
    patch: (change) => setReading((before) => before && { ...before, reply: change(before.reply) }),
  };
}
