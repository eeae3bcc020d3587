/** Which rooms the page joins and leaves, as its sockets say it: the names stand readable in the binary frames. */
import type { Page } from "@playwright/test";

export interface RoomTraffic {
  /** 'joinRoom NIFTY-11/23/2026', in order; each room is joined for ticks and for minutes. */
  readonly sent: readonly string[];
  /** Sockets opened so far. */
  sockets(): number;
  /** Rooms joined on the newest socket and not left, once a namespace. */
  joined(): readonly string[];
}

const LINE = /(joinRoom|leaveRoom).*?([A-Z0-9&-]+-\d+\/\d+\/\d{4})/s;

/** To be called before the page is opened. */
export function watchRooms(page: Page): RoomTraffic {
  const sent: string[] = [];
  let sockets = 0;
  let since = 0;
  page.on("websocket", (socket) => {
    sockets++;
    since = sent.length;
    socket.on("framesent", ({ payload }) => {
      const [, event, room] = LINE.exec(Buffer.from(payload).toString("latin1")) ?? [];
      if (event !== undefined) sent.push(`${event} ${room}`);
    });
  });
  return {
    sent,
    sockets: () => sockets,
    joined() {
      const open: string[] = [];
      for (const line of sent.slice(since)) {
        const [event, room = ""] = line.split(" ");
        if (event === "joinRoom") open.push(room);
        else if (open.includes(room)) open.splice(open.indexOf(room), 1);
      }
      return open;
    },
  };
}
