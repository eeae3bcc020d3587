/** What news says: to users as it is, and to the processes with sockets, which make something of it. */
import type { UserEvent } from "#contract/wire/socket-events.ts";
import type { SessionEnd } from "../users/identity.ts";

export type NewsEvent =
  | UserEvent
  | { readonly type: "sessionEnded"; readonly sessionId: string; readonly why: SessionEnd }
  /** The newest banner; it ends at `endsAt`, ISO 8601, which may have passed. */
  | { readonly type: "banner"; readonly id: number; readonly message: string; readonly endsAt: string };

export interface NewsItem {
  /** Grows from one to the next, over all users. */
  readonly id: number;
  /** null: everybody's. */
  readonly accountId: string | null;
  readonly event: NewsEvent;
}

const FOR_PROCESSES: ReadonlySet<NewsEvent["type"]> = new Set(["sessionEnded", "banner"]);

/** Whether sockets are sent it; the types of a newer version of this server are, too. */
export const isForUser = (event: NewsEvent): event is UserEvent => !FOR_PROCESSES.has(event.type);
