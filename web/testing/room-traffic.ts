/** Which rooms the page joins and leaves, as its sockets say it: the names stand readable in the binary frames. */
import type { Page } from "@playwright/test";
import { CONNECT, DISCONNECT, decodeAck, decodePackets } from "#contract/wire/live-parser.ts";

export interface RoomTraffic {
  /** 'joinRoom NIFTY-11/23/2026', in order; each room is joined for ticks and for minutes. */
  readonly sent: readonly string[];
  /** Sockets opened so far. */
  sockets(): number;
  /** Rooms joined on the newest socket and not left, once a namespace. */
  joined(): readonly string[];
  /** Namespaces that the newest socket has open. */
  namespaces(): readonly string[];
}

const LINE = /(joinRoom|leaveRoom).*?([A-Z0-9&-]+-\d+\/\d+\/\d{4})/s;

/** To be called before the page is opened. */
export function watchRooms(page: Page): RoomTraffic {
  const sent: string[] = [];
  let sockets = 0;
  let since = 0;
  let open = new Set<string>();
  page.on("websocket", (socket) => {
    sockets++;
    since = sent.length;
    const own = new Set<string>();
    open = own;
    socket.on("framesent", ({ payload }) => {
      if (typeof payload !== "string" && decodeAck(payload) === undefined)
        for (const { type, nsp } of decodePackets(payload)) {
          if (type === CONNECT) own.add(nsp);
          else if (type === DISCONNECT) own.delete(nsp);
        }
      const [, event, room] = LINE.exec(Buffer.from(payload).toString("latin1")) ?? [];
      if (event !== undefined) sent.push(`${event} ${room}`);
    });
  });
  return {
    sent,
    sockets: () => sockets,
    namespaces: () => [...open],
    joined() {
      const joined: string[] = [];
      for (const line of sent.slice(since)) {
        const [event, room = ""] = line.split(" ");
        if (event === "joinRoom") joined.push(room);
        else if (joined.includes(room)) joined.splice(joined.indexOf(room), 1);
      }
      return joined;
    },
  };
}
