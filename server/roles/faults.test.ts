/**
 * A feed, a standby, two edges, Redis and PostgreSQL as an operator runs them, and what becomes of clients when any of
 * them is killed, or the network to the edges fails. A few of each here; ROLES_KILLS=20 and NETWORK_FAULTS=200 for as many, in
 * an order that ROLES_SEED decides.
 */
import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELD_COUNT, MISSING_MINUTE, type RoomDay, slotColumns } from "#contract/domain/columns.ts";
import { createRoomCursor, decodeFrame, stateChecksum } from "#contract/wire/frame.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { RedisBus } from "../platform/bus/bus-redis.ts";
import { systemClock } from "../platform/clocks.ts";
import { silentLog } from "../platform/log.ts";
import { createMember, leaderOf, type Member } from "../testing/processes/cluster.ts";
import { findPostgres, findRedis, type Service, startPostgres, startRedis } from "../testing/processes/services.ts";
import { createUnreliableNetwork, type UnreliableNetwork } from "../testing/processes/unreliable-network.ts";
import { unlessMissing } from "../testing/skips.ts";
import { LiveClient, type Login, loadRoom, logIn } from "../testing/sockets/live-client.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import {
  BEAT_CHANNEL,
  type Beat,
  type BlobAnswer,
  type Question,
  type StateAnswer,
  unpackMessage,
} from "./bus-messages.ts";
import { FeedAsker } from "./feed-asker.ts";

const KILLS = Number(process.env["ROLES_KILLS"] ?? 1);
const NETWORK_FAULTS = Number(process.env["NETWORK_FAULTS"] ?? 4);
const SEED = Number(process.env["ROLES_SEED"] ?? 1);
const DEMO = ["demo@strikeboard.local", "strikeboard"] as const;
/** After the equity close the simulated exchange runs at 60x, with USDINR alive: a minute a second. */
const START = "2026-11-20T15:45";
const ROOM = "USDINR-11/26/2026";
const CLIENTS_AN_EDGE = KILLS > 1 ? 12 : 3;
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
/**
 * The longest that figures may stand still when a leader is killed or frozen, or after Redis or PostgreSQL is back: on a machine
 * that does nothing else, and beside other tests.
 */
const SILENCE_MS = KILLS > 1 ? 3000 : 10_000;
/** A room that ticks does so twice a second. */
const TICKING_MS = 1500;

const services = findRedis() && findPostgres();

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what} did not happen`);
}

unlessMissing("several processes", services, "Redis or PostgreSQL", () => {
  let redis: Service;
  let postgres: Service;
  let feeds: Member[];
  let edges: Member[];
  let bus: RedisBus;
  let asker: FeedAsker;
  let beat: Beat | undefined;
  let day: RoomDay;
  let login: Login;
  let clients: LiveClient[] = [];
  let networks: UnreliableNetwork[] = [];

  beforeAll(async () => {
    redis = await startRedis(findRedis() ?? "");
    postgres = await startPostgres(findPostgres() ?? "");
    const environment = {
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
      APP_SECRET: "s".repeat(40),
      DATA_DIR: temporaryFolder(),
      SIM_START: START,
      SIM_SEED: "7",
      SIM_SYMBOLS: "NIFTY,USDINR",
    };
    const members = (role: string): Promise<Member[]> =>
      Promise.all([1, 2].map(() => createMember({ ...environment, ROLE: role })));
    feeds = await members("feed");
    edges = await members("edge");
    for (const member of [...feeds, ...edges]) member.start();
    bus = await RedisBus.open({ url: redis.url, clock: systemClock, log: silentLog });
    asker = new FeedAsker(bus, systemClock, randomUUID());
    await asker.start();
    await bus.subscribe(BEAT_CHANNEL, (bytes) => {
      beat = unpackMessage<Beat>(bytes);
    });
    await Promise.all(edges.map((edge) => edge.ready()));
    login = await logIn(edges[0]?.url ?? "", ...DEMO);
    day = await loadRoom(edges[1]?.url ?? "", login.cookie, ROOM);
    clients = edges.flatMap((edge) =>
      Array.from({ length: CLIENTS_AN_EDGE }, () => new LiveClient(edge.url, login, day)),
    );
    networks = await Promise.all(edges.map((edge) => createUnreliableNetwork(edge.port)));
    clients.push(...networks.map(({ url }) => new LiveClient(url, login, day)));
  }, 120_000);

  afterAll(async () => {
    if (KILLS > 1) {
      for (const words of [...feeds, ...edges].flatMap(({ failures }) => failures))
        console.log(`ended by itself: ${words}`);
    }
    for (const client of clients) client.close();
    await Promise.all(networks.map((network) => network.stop()));
    await bus?.close();
    await Promise.all([...(edges ?? []), ...(feeds ?? [])].map((member) => member.kill()));
    await redis?.stop();
    await postgres?.stop();
  });

  const ask = <Answer>(question: Question): Promise<Answer | undefined> =>
    new Promise((resolve) =>
      asker.ask(question, (reply) => resolve((reply?.answer ?? undefined) as Answer | undefined)),
    );

  /** The room's day as the leading feed has it: contracts, and every minute so far. */
  async function trueDay(): Promise<RoomDay | undefined> {
    const answer = await ask<BlobAnswer>({ what: "blob", room: ROOM, known: null });
    return answer?.bytes ? decodeRoomDay(brotliDecompressSync(answer.bytes)).day : undefined;
  }

  /** Position and checksum of the leading feed's own ticks. */
  async function truth(): Promise<{ readonly position: string; readonly checksum: number } | undefined> {
    const copy = await trueDay();
    const answer = await ask<StateAnswer>({ what: "state", room: ROOM });
    if (copy === undefined || answer === undefined) return undefined;
    const cursor = createRoomCursor();
    if (decodeFrame(answer.snapshot, copy, cursor).kind !== "applied") return undefined;
    return {
      position: `${cursor.epoch}:${cursor.seq}`,
      checksum: stateChecksum(copy.live.columns, copy.tokens.length),
    };
  }

  /** Whether a client has every minute that the feed had when it was asked; one that was just closed may be on its way. */
  async function hasMinutes(client: LiveClient): Promise<boolean> {
    const right = await trueDay();
    const { room } = client.reader;
    if (right === undefined || room.date !== right.date) return false;
    for (let slot = 0; slot < right.minutes.slots; slot++) {
      if (room.minutes.state[slot] !== right.minutes.state[slot]) return false;
      if (right.minutes.state[slot] === MISSING_MINUTE) continue;
      const [its, mine] = [slotColumns(right.minutes, slot), slotColumns(room.minutes, slot)];
      for (let field = 0; field < FIELD_COUNT; field++) {
        for (let row = 0; row < right.tokens.length; row++) {
          if (mine.columns[field]?.[mine.base + row] !== its.columns[field]?.[its.base + row]) return false;
        }
      }
    }
    return true;
  }

  const epochOf = (client: LiveClient): number => client.reader.cursor.epoch;

  /** Every client has been where the feed is, and had exactly what the feed has. */
  async function consistent(): Promise<void> {
    await until(async () => {
      const now = await truth();
      if (now === undefined) return false;
      const at = Date.now();
      while (Date.now() - at < 1000 && !clients.every((client) => client.checksums.has(now.position))) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      for (const client of clients) {
        const checksum = client.checksums.get(now.position);
        if (checksum === undefined) return false;
        expect(checksum, `a client at ${now.position}`).toBe(now.checksum);
      }
      return true;
    }, "consistency");
    for (const client of clients) await until(() => hasMinutes(client), "every minute");
  }

  /** Frames of the feed's epoch that a client let pass before it had a state of that epoch. */
  const firstSeq = (client: LiveClient, epoch: number): number =>
    Math.min(
      ...[...client.checksums.keys()]
        .filter((key) => key.startsWith(`${epoch}:`))
        .map((key) => Number(key.split(":")[1])),
    );

  /** The leading feed, while the other stands by: one that is still starting takes over when it is up, and not before. */
  async function leader(): Promise<Member> {
    let leading: Member | undefined;
    await until(async () => {
      leading = await leaderOf(feeds);
      return leading !== undefined;
    }, "a leader and a standby");
    return leading as Member;
  }

  /** Each does something, waits until every client has what the feed has, and gives the time from which silence counts. */
  const faults: Record<string, () => Promise<number | undefined>> = {
    async "the leading feed is killed"() {
      const killed = await leader();
      const before = beat?.epoch;
      const from = Date.now();
      await killed.kill();
      await until(() => beat?.epoch !== before, "another leader");
      const { epoch = -1 } = beat ?? {};
      await until(() => clients.every((client) => epochOf(client) === epoch), "the next leader's frames");
      await consistent();
      // Within two ticks: nobody's first state of the new leader is later than its third frame.
      for (const client of clients) expect(firstSeq(client, epoch)).toBeLessThanOrEqual(3);
      killed.start();
      return from;
    },
    async "the leading feed is frozen"() {
      const frozen = await leader();
      const before = beat?.term ?? 0;
      const failures = frozen.failures.length;
      frozen.freeze();
      const from = Date.now();
      await until(() => (beat?.term ?? 0) > before, "another leader");
      await consistent();
      frozen.thaw();
      await consistent();
      await until(async () => /^feed_leads 0$/m.test(await frozen.metrics()), "the frozen one knows");
      expect(frozen.failures.slice(failures)).toEqual([]);
      return from;
    },
    async "an edge is killed"() {
      const edge = edges[Math.floor(random() * edges.length)] as Member;
      const own = clients.filter((client) => client.ticks.io.opts.port === String(edge.port));
      await edge.kill();
      await until(() => own.every((client) => !client.ticks.connected), "its clients lose it");
      edge.start();
      await edge.ready();
      await until(() => own.every((client) => client.ticks.connected), "its clients are back");
      await consistent();
      return undefined;
    },
    async "Redis is killed and comes back empty"() {
      await redis.kill();
      await new Promise((resolve) => setTimeout(resolve, 500 + random() * 1500));
      redis = await redis.again();
      const from = Date.now();
      await until(() => bus.fault === undefined, "the bus is back");
      await consistent();
      return from;
    },
    async "PostgreSQL is restarted"() {
      const from = Date.now();
      await postgres.stop();
      postgres = await postgres.again();
      await consistent();
      return from;
    },
  };

  /** The room ticks; before an open it does not. */
  const isTicking = (): boolean => clients.every((client) => client.silence(Date.now() - TICKING_MS) < TICKING_MS);

  /** What no fault may keep the figures from any client for. Undefined where the exchange itself was silent meanwhile. */
  async function silenceOf(fault: () => Promise<number | undefined>): Promise<number | undefined> {
    await until(isTicking, "the room ticks");
    const date = clients[0]?.reader.room.date;
    const from = await fault();
    const dates = clients.map((client) => client.reader.room.date);
    if (from === undefined || dates.some((one) => one !== date)) return undefined;
    return Math.max(...clients.map((client) => client.silence(from)));
  }

  /** Park and Miller. */
  let state = SEED;
  const random = (): number => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };

  describe("every client has what the feed has", { timeout: HOUR_MS }, () => {
    test("at the start", consistent);

    test(`after kills (${KILLS} of each kind)`, async () => {
      const order = Object.keys(faults).flatMap((name) => Array.from({ length: KILLS }, () => name));
      for (let i = order.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j] as string, order[i] as string];
      }
      const silences: Record<string, (number | undefined)[]> = {};
      for (const name of order) {
        const silence = await silenceOf(faults[name] as () => Promise<number | undefined>);
        silences[name] = [...(silences[name] ?? []), silence];
        if (KILLS > 1) console.log(`${name}: ${silences[name].length}, silent for ${silence ?? "?"} ms`);
      }
      for (const [name, all] of Object.entries(silences)) {
        const counted = all.filter((ms) => ms !== undefined).sort((a, b) => a - b);
        const median = counted[Math.floor(counted.length / 2)];
        console.log(
          `${name}, ${all.length} times: silent for ${median} ms in the median, ${counted.at(-1)} ms at most`,
        );
        expect(all).toHaveLength(KILLS);
        for (const ms of counted) expect(ms, `silence when ${name}`).toBeLessThanOrEqual(SILENCE_MS);
      }
    });

    test(`after network faults (${NETWORK_FAULTS})`, async () => {
      for (let fault = 0; fault < NETWORK_FAULTS; fault++) {
        const network = networks[Math.floor(random() * networks.length)];
        const kinds = [network?.cut, network?.stall, network?.refuse];
        kinds[Math.floor(random() * kinds.length)]?.();
        // A minute of the exchange passes in a second: some faults last several.
        await new Promise((resolve) => setTimeout(resolve, random() * 3000));
        network?.mend();
        await new Promise((resolve) => setTimeout(resolve, random() * 500));
        if (fault % 10 === 9) await consistent();
      }
      await consistent();
    });

    test("a login at one edge ends the session at the other", async () => {
      const [elsewhere] = clients.filter((client) => client.ticks.io.opts.port === String(edges[1]?.port));
      expect(elsewhere?.heard).not.toContain("multiLogout");
      login = await logIn(edges[0]?.url ?? "", ...DEMO);
      await until(() => clients.every((client) => client.heard.includes("multiLogout")), "multiLogout everywhere");
      await until(() => clients.every((client) => !client.minutes.connected), "the end of every socket");
    });
  });
});
