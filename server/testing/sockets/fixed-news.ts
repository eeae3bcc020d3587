/** News that a test tells: it is kept in this process, and reaches who listens at once. */
import type { NewsStream } from "../../platform/news/news.ts";
import type { NewsEvent, NewsItem } from "../../platform/news/news-event.ts";

export interface FixedNews extends NewsStream {
  tell(accountId: string | null, event: NewsEvent): void;
  /** Forgets what was told so far, as if it were old. */
  forget(): void;
  /** From now on, or no longer, what was missed cannot be asked for. */
  isAway: boolean;
}

export function createFixedNews(): FixedNews {
  const listeners = new Set<(item: NewsItem) => void>();
  let told: NewsItem[] = [];
  let last = 0;
  const news: FixedNews = {
    isAway: false,
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async missed(accountId, after) {
      if (news.isAway) throw new Error("the database is away");
      if (after === undefined || after >= last) return { from: last, isWhole: (after ?? 0) <= last, items: [] };
      const items = told.filter((item) => item.accountId === accountId && item.id > after);
      return { from: last, isWhole: (told[0]?.id ?? Number.POSITIVE_INFINITY) <= after + 1, items };
    },
    tell(accountId, event) {
      const item = { id: ++last, accountId, event };
      told.push(item);
      for (const listener of listeners) listener(item);
    },
    forget() {
      told = [];
    },
  };
  return news;
}
