/**
 * A broker's order socket: text frames that tell each change of the user's orders. What happened while the line was down is not
 * told again, so that every new connection begins with a frame that says nothing but "look".
 *
 *     for await (const frame of stream(session, signal)) …
 */
import type { WallClock } from "../platform/clocks.ts";
import { LastingSocket, type LastingSocketOptions } from "../platform/http/lasting-socket.ts";
import type { Log } from "../platform/log.ts";
import type { OrderStream } from "./adapter.ts";
import type { BrokerSession } from "./port.ts";

/** How a broker's socket is opened. */
export type SocketOf = (
  session: Pick<BrokerSession, "client" | "userId" | "secrets">,
) => Pick<LastingSocketOptions, "url" | "headers" | "greeting" | "answer" | "ping" | "beat" | "followsRedirects">;

export interface OrderStreamOptions {
  /** For the log. */
  readonly broker: string;
  readonly socket: SocketOf;
  readonly clock: WallClock;
  readonly log: Log;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Tells nobody's order: a reason to read the book. */
const LOOK = "";
/** Frames that nobody has taken are one reason to look. */
const MOST_WAITING = 1000;

/** Ends with the signal, or where the broker refuses the session. */
export const createOrderStream = ({ broker, socket: socketOf, clock, log, random }: OrderStreamOptions): OrderStream =>
  async function* orderStream(session, signal) {
    let frames: string[] = [];
    let isOver = signal.aborted;
    let wake = (): void => undefined;
    const push = (frame: string): void => {
      if (frames.length >= MOST_WAITING) frames = [LOOK];
      frames.push(frame);
      wake();
    };
    const end = (): void => {
      isOver = true;
      wake();
    };
    if (isOver) return;
    const socket = new LastingSocket({
      ...socketOf(session),
      localAddress: session.egress,
      clock,
      random,
      listener: {
        message: () => undefined,
        text: push,
        up: () => push(LOOK),
        down: (reason, ms) => log.warn({ broker, reason, ms }, "an order stream is down, trying again"),
        refused(status) {
          log.warn({ broker, status }, "an order stream is refused");
          end();
        },
      },
    });
    signal.addEventListener("abort", end, { once: true });
    try {
      while (!isOver) {
        const frame = frames.shift();
        if (frame !== undefined) yield frame;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener("abort", end);
      socket.stop();
    }
  };
