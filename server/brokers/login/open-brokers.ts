/**
 * The brokers that can be connected on this server. On a market that is nobody's, or long past, the practice broker stands in for
 * all of them; a real one is there where the operator has named it.
 */
import { BROKERS } from "#contract/domain/brokers.ts";
import { daysBetween, istDate } from "#contract/domain/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { BrokerSettings } from "../../platform/env/brokers.ts";
import type { FeedChoice } from "../../platform/env/feed.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Log } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound.ts";
import { StartError } from "../../platform/start-error.ts";
import type { Identities } from "../../platform/users/identity.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { createKite } from "../kite/adapter.ts";
import { createOrderStream } from "../kite/order-stream.ts";
import type { BrokerPort } from "../port.ts";
import { createKiteFace, type KiteFace } from "../sandbox/faces/kite/face.ts";
import { createPracticeExchange, type PracticeDeps } from "../sandbox/practice-exchange.ts";
import {
  answerPractice,
  createDistantFace,
  type PracticeLine,
  type PracticeReply,
  type PracticeRequest,
} from "../sandbox/practice-line.ts";
import { practiceLoginPages } from "./pages.ts";
import { practicePort } from "./practice-port.ts";

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
  readonly pages: readonly Pages[];
  stop(): Promise<void>;
}

const ZERODHA = "zerodha";
const KITE_API = "https://api.kite.trade";
const KITE_SOCKET = "wss://ws.kite.trade";
const KITE_LOGIN = "https://kite.zerodha.com";
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

export function openBrokers(deps: BrokersDeps): Brokers {
  const { feed, settings, clock, log } = deps;
  const practice = mayPractise(feed, istDate(clock.now()), settings.practiceLagDays) ? openPractice(deps) : undefined;
  const ports = new Map(practice?.ports);
  if (settings.zerodha) ports.set(ZERODHA, openZerodha(clock, log));
  return {
    ports,
    pages: practice?.pages ?? [],
    stop: async () => practice?.stop(),
  };
}

function openZerodha(clock: WallClock, log: Log): BrokerPort {
  const outbound = createOutbound({ origins: [KITE_API], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const stream = createOrderStream({
    origin: KITE_SOCKET,
    clock,
    log: log.child({ part: "zerodha" }),
    random: Math.random,
  });
  return createKite({ outbound, api: KITE_API, login: KITE_LOGIN, isPractice: false, clock, stream });
}

/** @throws StartError beside a live market: play money on live prices is not allowed. */
export function openPractice(deps: BrokersDeps): Brokers {
  const { feed, settings, practice: line, orm, market, identities, personalData, clock, log } = deps;
  if (!mayPractise(feed, istDate(clock.now()), settings.practiceLagDays)) {
    throw new StartError(
      `The practice broker trades on the simulated exchange, or on days that are ${settings.practiceLagDays} days old: it does not start beside FEED=${feed.kind}.`,
    );
  }
  const { face, stop } = line
    ? { face: createDistantFace(orm, line, clock), stop: async () => undefined }
    : openFace({ orm, market, clock, log });
  const outbound = createOutbound({
    origins: [PRACTICE_API],
    fetch: face.fetch,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const kite = createKite({
    outbound,
    api: PRACTICE_API,
    login: PRACTICE_API,
    isPractice: true,
    clock,
    day: () => market.time().date,
    stream: (session, signal) => face.stream(session.secrets["accessToken"] ?? "", signal),
  });
  personalData.register("practice", (accountId) => face.repository.export(accountId));
  return {
    ports: new Map(BROKERS.map((broker) => [broker.id, practicePort({ broker, kite, logins: face.logins, clock })])),
    pages: [practiceLoginPages({ logins: face.logins, identities })],
    stop,
  };
}

interface FaceDeps extends PracticeDeps {
  /** Hears every order frame of every account. */
  readonly onFrame?: (accountId: string, frame: string) => void;
}

/** Matches orders in this process. */
function openFace({ onFrame, ...deps }: FaceDeps): { readonly face: KiteFace; stop(): Promise<void> } {
  const { clock, log } = deps;
  const exchange = createPracticeExchange({ ...deps, log: log.child({ part: "practice" }) });
  return { face: createKiteFace({ exchange, clock, log, onFrame }), stop: () => exchange.stop() };
}

export interface PracticeDesk {
  answer(request: PracticeRequest): Promise<PracticeReply>;
  stop(): Promise<void>;
}

/** The practice broker for users of other processes. */
export function openPracticeDesk(deps: Required<FaceDeps>): PracticeDesk {
  const { face, stop } = openFace(deps);
  return { answer: (request) => answerPractice(face, request), stop };
}
