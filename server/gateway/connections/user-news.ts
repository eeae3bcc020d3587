/**
 * News of users to their sockets: each socket of the user's namespace gets what it missed since the id that it names in its
 * handshake, then what happens, in order and each once.
 */
import type { ServerEvents, UserEvent } from "#contract/wire/socket-events.ts";
import type { NewsStream } from "../../platform/news/news.ts";
import { isForUser } from "../../platform/news/news-event.ts";
import type { GatewaySocket } from "./socket-path.ts";

type Say = (event: "news" | "newsFrom", ...args: Parameters<ServerEvents["news"] | ServerEvents["newsFrom"]>) => void;

interface Member {
  readonly socket: GatewaySocket;
  readonly say: Say;
  /** Of the last that was sent. */
  id: number;
  /** What came while it was asked what the socket missed; undefined when that is sent. */
  queue: [id: number, event: UserEvent][] | undefined;
}

export class UserNews {
  readonly #news: Pick<NewsStream, "missed">;
  readonly #members = new Map<string, Set<Member>>();
  /** Those whose question failed: the database was away. */
  #unanswered = new Set<Member>();

  constructor(news: Pick<NewsStream, "missed">) {
    this.#news = news;
  }

  /** @param say sends to the socket, in order with everything else. */
  add(socket: GatewaySocket, say: Say): void {
    const { userId } = socket.data.identity;
    const member: Member = { socket, say, id: -1, queue: [] };
    let members = this.#members.get(userId);
    if (members === undefined) {
      members = new Set();
      this.#members.set(userId, members);
    }
    const joined = members.add(member);
    socket.on("disconnect", () => {
      joined.delete(member);
      this.#unanswered.delete(member);
      if (joined.size === 0 && this.#members.get(userId) === joined) this.#members.delete(userId);
    });
    void this.#begin(member);
  }

  send(userId: string, id: number, event: UserEvent): void {
    for (const member of this.#members.get(userId) ?? []) {
      if (member.queue === undefined) sendOnce(member, id, event);
      else member.queue.push([id, event]);
    }
  }

  /** The user is to ask for everything anew, the account too: something has changed by itself, and that is no news. */
  askAnew(userId: string): void {
    for (const { socket, say, id, queue } of this.#members.get(userId) ?? []) {
      if (queue !== undefined) continue; // one that has just come knows it all
      say("newsFrom", { id, isWhole: false });
      socket.data.line.flush(); // it may be closed in this turn
    }
  }

  /** Asks again what could not be answered. */
  retry(): void {
    if (this.#unanswered.size === 0) return;
    const members = this.#unanswered;
    this.#unanswered = new Set();
    for (const member of members) void this.#begin(member);
  }

  async #begin(member: Member): Promise<void> {
    const { socket, say } = member;
    const after: unknown = socket.handshake.auth.news;
    const known = Number.isSafeInteger(after) && Number(after) >= 0 ? Number(after) : undefined;
    try {
      const { from, isWhole, items } = await this.#news.missed(socket.data.identity.userId, known);
      if (!socket.connected) return;
      member.id = isWhole ? (known ?? from) : from;
      say("newsFrom", { id: member.id, isWhole });
      for (const { id, event } of items) if (isWhole && isForUser(event)) sendOnce(member, id, event);
      member.id = Math.max(member.id, from);
      const queue = member.queue ?? [];
      member.queue = undefined;
      for (const [id, event] of queue) sendOnce(member, id, event);
    } catch {
      if (socket.connected) this.#unanswered.add(member);
    }
  }
}

function sendOnce(member: Member, id: number, event: UserEvent): void {
  if (id <= member.id) return;
  member.id = id;
  member.say("news", id, event);
}
