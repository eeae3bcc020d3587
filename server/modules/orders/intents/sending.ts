/**
 * Sends one intent, once. What has to be read, a slot of the governor, a claim in the database, the call, the answer: no transaction
 * is open while the broker is asked, and whoever loses the claim sends nothing.
 */
import type { ContractKey } from "#contract/domain/instruments.ts";
import { readFirst } from "../../../brokers/asking.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { type Governor, GovernorError } from "../../../brokers/governor.ts";
import type { BrokerPort, BrokerSession, Sent, Start } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import { createPlaces, createSerial } from "../../../platform/serial.ts";
import { type Intent, isUrgent, isWatched, type Step } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import type { GttRequest, IntentRequest } from "./intent-request.ts";
import type { OrderNews } from "./order-news.ts";
import { afterWrite, NOT_CONFIRMED, nextLook, nextWatch } from "./settlement.ts";
import { twinName } from "./twins.ts";

export interface SendingDeps {
  readonly intents: IntentRepository;
  readonly governor: Governor;
  readonly news: OrderNews;
  readonly clock: WallClock;
  readonly log: Log;
}

/** @returns the intent as it is when the broker has answered, or has not. */
export type Send = (intent: Intent, connection: Connection) => Promise<Intent>;

/** Why an order may not start, fit to be shown behind 'Not sent: '. */
class Held extends Error {}
/** Another that looks alike has started first. */
class TwinFirst extends Error {}

export function createSending({ intents, governor, news, clock, log }: SendingDeps): Send {
  const takePlace = createPlaces();
  const serially = createSerial();

  async function settled(intent: Intent, step: Step): Promise<Intent> {
    const now = clock.now();
    const sentAt = intent.sentAt?.getTime() ?? now;
    const isTaken = step.state === "placed" && isWatched(intent.request);
    const look = isTaken ? nextWatch(sentAt, now) : step.state === "unknown" ? nextLook(sentAt, now) : undefined;
    const checkAt = look === undefined ? null : new Date(look);
    const moved = await intents.settle(intent.id, { ...step, now: new Date(now), checkAt });
    if (moved !== undefined) await news.settled();
    // This process stood still for so long that another one gave it up meanwhile.
    if (moved?.was === "absent" && moved.state === "placed") await news.turned([moved]);
    return moved ?? (await intents.byIds([intent.id]))[0] ?? intent;
  }

  const hasTwin = async (intent: Intent): Promise<boolean> => (await intents.twinsOf(intent, "start")).length > 0;

  /** Waits while another that looks alike is not confirmed. @param until monotonic ms. @throws Held */
  async function untilAlone(intent: Intent, until: number): Promise<void> {
    while (await hasTwin(intent)) {
      if (clock.monotonic() >= until) throw new Held("an order just like it is not confirmed yet");
      await new Promise<void>((resolve) => clock.after(TWIN_LOOK_MS, resolve));
    }
  }

  /** @param patience how long it waits for one that looks alike, monotonic ms; undefined: none is in its way. */
  async function send(intent: Intent, connection: Connection, patience: number | undefined): Promise<Intent> {
    const { port, session, client, accountId: account } = connection;
    const lane = { client, account, exchange: intent.exchange, isUrgent: isUrgent(intent.kind) };
    const { perSecond } = port.facts.limits;
    const slot = (): Promise<number> => governor.slot(lane, perSecond);
    const isAlone = patience !== undefined;
    let wasAlone = !isAlone;
    let sentAt: Date | undefined;
    let until = Number.NEGATIVE_INFINITY;
    /** Its turn and its claim; asked again, another turn where that one has passed. @throws Held, TwinFirst, GovernorError */
    async function start(): Promise<void> {
      if (sentAt === undefined) {
        until = await slot();
        if (!(await intents.claim(intent, new Date(clock.now()), isAlone))) {
          // The claim was lost: to a kill switch, its strategy's stop, or a restart that gave the intent up.
          if (wasAlone) throw new Held((await intents.stopActed(intent)) ? STOP_ACTED : "trading is stopped");
          // Its twin may have started first, and be confirmed by now.
          wasAlone = !(await hasTwin(intent));
          throw new TwinFirst();
        }
        sentAt = new Date(clock.now());
      }
      // A claim or another reading may take longer than its slot lasts.
      while (clock.monotonic() > until) until = await slot();
    }
    /**
     * As many writes of a client read at once as may leave in a second: a broker does not take more questions either, and what was
     * read is used soon. More of them, of several accounts, would wait behind one another until it is old, and each take a second turn.
     * What leads out of a position waits for no reading of what leads into one.
     */
    async function reading(): Promise<Sent<unknown>> {
      const end = await takePlace(`${client} ${lane.isUrgent}`, perSecond, account);
      try {
        return await write(port, session, intent, () => start().finally(end));
      } finally {
        end();
      }
    }
    function ask(): Promise<Sent<unknown>> {
      if (readsFirst(port, intent)) return reading();
      const contract = listedBy(intent.request);
      const prepare = async (): Promise<void> => (contract === null ? undefined : port.prepare(session, contract));
      return readFirst(prepare, () => write(port, session, intent), start);
    }
    /** A twin is waited for with nothing in hand: what was read by then would be old, and others could not read. */
    async function askAlone(): Promise<Sent<unknown>> {
      for (;;) {
        if (isAlone) await untilAlone(intent, patience);
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof TwinFirst)) throw error;
        }
      }
    }
    const sent = await askAlone().catch((error: unknown): Sent<never> => {
      if (error instanceof Held) return { kind: "not-sent", why: error.message };
      const isHeld = error instanceof GovernorError;
      if (isHeld || sentAt === undefined) {
        log.error({ intent: intent.id, err: error }, "an order was not sent");
        return { kind: "not-sent", why: isHeld ? error.message : "the server failed before it could be" };
      }
      // An adapter that throws has broken its promise; what became of the order is unknown all the same.
      log.error({ intent: intent.id, err: error }, "a broker's adapter threw at a write");
      return { kind: "unknown", why: NOT_CONFIRMED };
    });
    if (sent.kind === "unknown") log.warn({ intent: intent.id, why: sent.why }, "an order is not confirmed");
    return settled({ ...intent, sentAt: sentAt ?? intent.sentAt }, afterWrite(sent));
  }

  return (intent, connection) => {
    const isAlone = !connection.port.facts.echoesTag || intent.kind === "gtt-place";
    if (!isAlone) return send(intent, connection, undefined);
    const patience = clock.monotonic() + TWIN_MS;
    const twins = twinName(intent);
    if (twins === undefined) return send(intent, connection, patience);
    const [exits, others] = [`${twins} exits`, `${twins} others`];
    // Side by side all but one of them would read and take a turn in vain. Exits wait for no order that has not started.
    if (isUrgent(intent.kind)) return serially(exits, () => send(intent, connection, patience));
    return serially(others, async () => {
      await serially(exits, async () => undefined);
      return send(intent, connection, patience);
    });
  };
}

const STOP_ACTED = "the stop or target of its strategy has acted since it was asked for";
export const KEEPS_NO_GTT = "This broker keeps no orders that wait for a price";

/** How long an order waits for one that looks alike and is not confirmed. */
const TWIN_MS = 10_000;
const TWIN_LOOK_MS = 200;

/**
 * What has to be read first is read before the write takes its turn. Orders that took theirs and then waited for an answer would leave
 * together: more of them than may leave in a second.
 */
const readsFirst = ({ readsFirst = [] }: BrokerPort, { kind }: Intent): boolean =>
  readsFirst.some((write) => write === (kind === "exit" ? "place" : kind));

/** What the broker's list of contracts is read for; undefined: not known here; null: the write needs none. */
function listedBy(request: IntentRequest): ContractKey | undefined | null {
  switch (request.kind) {
    case "cancel":
    case "gtt-delete":
      return null;
    case "convert":
      return request.conversion.contract;
    case "gtt-place":
    case "gtt-modify":
      return request.gtt.contract;
    default:
      return request.order.contract;
  }
}

async function write(
  port: BrokerPort,
  session: BrokerSession,
  { request, tag }: Intent,
  start?: Start,
): Promise<Sent<unknown>> {
  switch (request.kind) {
    case "place":
    case "exit":
      return port.place(session, request.order, tag, start);
    case "modify":
      return port.modify(session, request.order, request.change, start);
    case "cancel":
      return port.cancel(session, request.order, start);
    case "convert":
      return (
        port.convert?.(session, request.conversion, start) ??
        ({ kind: "refused", code: "product", message: "This broker converts no positions" } as const)
      );
    case "gtt-place":
    case "gtt-modify":
    case "gtt-delete":
      return writeGtt(port, session, request);
  }
}

async function writeGtt({ gtt }: BrokerPort, session: BrokerSession, request: GttRequest): Promise<Sent<unknown>> {
  if (gtt === undefined) return { kind: "refused", code: "order-type", message: KEEPS_NO_GTT };
  switch (request.kind) {
    case "gtt-place":
      return gtt.place(session, request.gtt);
    case "gtt-modify":
      return gtt.modify(session, request.gtt, request.change);
    case "gtt-delete":
      return gtt.delete(session, request.gtt);
  }
}
