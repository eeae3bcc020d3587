/**
 * The brokers that can be connected on this server. On a market that is nobody's, or long past, the practice broker stands in for
 * all of them; beside a live one those are there that the operator has named. No server has both.
 */
import { BROKERS } from "#contract/domain/account/brokers.ts";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { daysBetween, istDate } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { BrokerSettings } from "../../platform/env/brokers.ts";
import type { FeedChoice } from "../../platform/env/feed.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Log } from "../../platform/log.ts";
import { createOutbound, type Outbound } from "../../platform/outbound.ts";
import { StartError } from "../../platform/start-error.ts";
import type { Identities } from "../../platform/users/identity.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { ADAPTED, FACES, isAdapted } from "../catalogue.ts";
import { addressOfCall, leavingByOwn } from "../egress.ts";
import { createBasketRepository } from "../handoff/basket-repository.ts";
import { createKiteHandoff, type Handoff, KITE_BASKET } from "../handoff/handoff.ts";
import { PRACTICE_BASKET, practiceBasketPage } from "../handoff/practice-page.ts";
import { createOrderStream } from "../order-stream.ts";
import type { BrokerPort } from "../port.ts";
import type { ProfileId } from "../profiles.ts";
import {
  createPracticeAnswers,
  type DeskDeps,
  openDesk,
  openDistantDesk,
  type PracticeLine,
  type PracticeReply,
  type PracticeRequest,
} from "../sandbox/practice-desk.ts";
import { ticksOf } from "../ticks.ts";
import { practiceLoginPages } from "./pages.ts";
import { PRACTICE_APP, practicePort } from "./practice-port.ts";

export interface BrokersDeps {
  readonly feed: FeedChoice;
  readonly settings: BrokerSettings;
  /** To where practice orders are matched; undefined: here. */
  readonly practice: PracticeLine | undefined;
  readonly orm: Orm;
  readonly market: Pick<MarketView, "day" | "time">;
  readonly identities: Identities;
  readonly personalData: PersonalData;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Brokers {
  /** By the id of the broker's row. */
  readonly ports: ReadonlyMap<string, BrokerPort>;
  /** Where baskets are handed over to; undefined: nowhere. */
  readonly handoff: Handoff | undefined;
  readonly pages: readonly Pages[];
  stop(): Promise<void>;
}

/** No address of a network: the face is a function of this process. */
const PRACTICE_API = "http://practice.localhost";
const TIMEOUT_MS = 8_000;
/** The list of instruments is the largest answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Whether a market may be practised on: it is simulated, or its day is old enough. */
export function mayPractise(feed: FeedChoice, today: IsoDate, lagDays: number): boolean {
  if (feed.kind === "recorded") return daysBetween(feed.date, today) >= lagDays;
  return feed.kind === "simulated";
}

/** What is reckoned by prices that are nobody's, or of a past day, must not become a real order. @throws StartError */
function refuseReal({ real, publisher }: BrokerSettings, source: ExchangeTime["source"], hasPage: boolean): void {
  if (source !== "sim" && source !== "recorded") return;
  const named = real.map((id) => `BROKER_${id.toUpperCase()}`);
  // The practice broker has a page of its own in place of Kite's.
  if (publisher !== undefined && !hasPage) named.push("BROKER_ZERODHA_PUBLISHER");
  if (named.length === 0) return;
  throw new StartError(
    `Real orders are refused beside a ${source === "sim" ? "simulated" : "recorded"} market, whose prices are not today's: leave out ${named.join(", ")}, or set FEED=kite.`,
  );
}

/** How often it is looked whose market it is. */
const SOURCE_LOOK_MS = 1000;

/**
 * Refuses now, and whenever another feed leads: FEED may have been set otherwise there.
 * @param fail is told the StartError of a later refusal @returns what ends it @throws StartError as `refuseReal`
 */
export function keepRefusingReal(
  settings: BrokerSettings,
  source: () => ExchangeTime["source"],
  hasPage: boolean,
  { clock, fail }: { readonly clock: Pick<WallClock, "every">; readonly fail: (error: unknown) => void },
): () => void {
  const refuse = (): void => refuseReal(settings, source(), hasPage);
  refuse();
  return clock.every(SOURCE_LOOK_MS, () => {
    try {
      refuse();
    } catch (error) {
      fail(error);
    }
  });
}

/** @throws StartError as `refuseReal` */
export function openBrokers(deps: BrokersDeps): Brokers {
  const { feed, settings, clock } = deps;
  const isPractised = mayPractise(feed, istDate(clock.now()), settings.practiceLagDays);
  refuseReal(settings, feed.kind === "simulated" ? "sim" : feed.kind, isPractised);
  if (isPractised) return openPractice(deps);
  const ports = settings.real.flatMap((id) => {
    const port = openReal(id, deps);
    return port ? [[id, port] as const] : [];
  });
  return { ports: new Map(ports), handoff: openHandoff(deps), pages: [], stop: async () => undefined };
}

/** Kite's own page of baskets. */
function openHandoff({ settings: { publisher: key }, clock }: BrokersDeps): Handoff | undefined {
  if (key === undefined) return undefined;
  const { api } = ADAPTED.zerodha;
  const outbound = createOutbound({ origins: [api], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  return createKiteHandoff({ outbound, api, action: KITE_BASKET, key, isPractice: false, clock });
}

/** undefined for a broker that has no adapter. */
function openReal(id: string, { settings: { apps }, market, clock, log }: BrokersDeps): BrokerPort | undefined {
  if (!isAdapted(id)) return undefined;
  const { open, api, lists = api, orders = api, tokens = api, socket } = ADAPTED[id];
  const origins = [api, lists, orders, tokens];
  const own = log.child({ part: id });
  const port = open({
    outbound: createOutbound({ origins, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, from: addressOfCall }),
    ...{ api, lists, orders, tokens, clock, log: own },
    tickOf: ticksOf(market),
    app: apps[id] ?? { key: "", secret: "" },
    isPractice: false,
    ...(socket && {
      stream: createOrderStream({ broker: id, socket, clock, log: own, random: Math.random }),
    }),
  });
  return leavingByOwn(port);
}

/** @throws StartError beside a live market: play money on live prices is not allowed. */
export function openPractice(deps: BrokersDeps): Brokers {
  const { feed, settings, practice: line, orm, market, identities, personalData, clock, log } = deps;
  if (!mayPractise(feed, istDate(clock.now()), settings.practiceLagDays)) {
    throw new StartError(
      `The practice broker trades on the simulated exchange, or on days that are ${settings.practiceLagDays} days old: it does not start beside FEED=${feed.kind}.`,
    );
  }
  const desk = line ? openDistantDesk(orm, line, clock) : openDesk({ orm, market, clock, log });
  const inside = (fetch: typeof globalThis.fetch): Outbound =>
    createOutbound({ origins: [PRACTICE_API], fetch, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const openOver = (id: ProfileId): BrokerPort => {
    const face = desk.face(ADAPTED[id].face);
    return ADAPTED[id].open({
      outbound: inside(face.fetch),
      api: PRACTICE_API,
      app: PRACTICE_APP,
      isPractice: true,
      ...{ clock, log },
      day: () => market.time().date,
      tickOf: ticksOf(market),
      stream: (session, signal) => face.stream(session.secrets["accessToken"] ?? "", signal),
    });
  };
  personalData.register("practice", (accountId) => desk.repository.export(accountId));
  const ports = BROKERS.flatMap((broker): readonly (readonly [string, BrokerPort])[] =>
    isAdapted(broker.id) ? [[broker.id, practicePort({ broker, port: openOver(broker.id), logins: desk.logins })]] : [],
  );
  const { logins } = desk;
  const loginPages = practiceLoginPages({ logins, identities });
  const { publisher: key } = settings;
  const outbound = inside(desk.face(ADAPTED.zerodha.face).fetch);
  const day = () => market.time().date;
  const page = { logins, outbound, api: PRACTICE_API, identities, clock };
  const handed = { outbound, api: PRACTICE_API, action: PRACTICE_BASKET, isPractice: true, clock, day };
  return {
    ports: new Map(ports),
    handoff: key === undefined ? undefined : createKiteHandoff({ ...handed, key }),
    // First of all: the login pages take every other path of the practice broker.
    pages: [
      ...(key === undefined
        ? []
        : [
            practiceBasketPage({ ...page, baskets: createBasketRepository(orm), log: log.child({ part: "practice" }) }),
          ]),
      loginPages,
    ],
    stop: () => desk.stop(),
  };
}

export interface PracticeAnswering {
  answer(request: PracticeRequest): Promise<PracticeReply>;
  stop(): Promise<void>;
}

/** The practice broker for users of other processes. */
export function openPracticeDesk(deps: DeskDeps): PracticeAnswering {
  const desk = openDesk(deps);
  return { answer: createPracticeAnswers(desk, FACES), stop: () => desk.stop() };
}
