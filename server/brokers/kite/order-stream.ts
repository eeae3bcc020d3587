/**
 * Kite's ticker without ticks: text frames tell each change of the user's orders, as postbacks do. What happened while the line
 * was down is not told again, so that every new connection begins with a frame that says nothing but "look".
 *
 *     for await (const frame of stream(session, signal)) …
 */
import type { WallClock } from "../../platform/clocks.ts";
import { LastingSocket } from "../../platform/http/lasting-socket.ts";
import type { Log } from "../../platform/log.ts";
import type { BrokerSession } from "../port.ts";

export interface OrderStreamOptions {
  /** 'wss://ws.kite.trade' */
  readonly origin: string;
  readonly clock: WallClock;
  readonly log: Log;
  /** 0 to 1. */
  readonly random: () => number;
}

export type OrderStream = (session: BrokerSession, signal: AbortSignal) => AsyncIterable<string>;

/** Tells nobody's order: a reason to read the book. */
const LOOK = "";
/** Frames that nobody has taken are one reason to look. */
const MOST_WAITING = 1000;

/** Ends with the signal, or where Kite refuses the session. */
export const createOrderStream = ({ origin, clock, log, random }: OrderStreamOptions): OrderStream =>
  async function* orderStream({ client, secrets }, signal) {
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
    const query = new URLSearchParams({ api_key: client, access_token: secrets["accessToken"] ?? "" });
    const socket = new LastingSocket({
      url: `${origin}/?${query}`,
      headers: { "X-Kite-Version": "3" },
      greeting: [],
      clock,
      random,
      listener: {
        message: () => undefined,
        text: push,
        up: () => push(LOOK),
        down: (reason, ms) => log.warn({ reason, ms }, "kite: the order stream is down, trying again"),
        refused(status) {
          log.warn({ status }, "kite: the order stream is refused");
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
