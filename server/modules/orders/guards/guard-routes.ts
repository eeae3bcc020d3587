/** The calls of limits and kill switches. */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import { orderGuards, setOrderGuards, stopAllOrders, stopOrders, stopStrategy } from "#contract/wire/http/orders.ts";
import type { Connection, Connections } from "../../../brokers/connections.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Orm } from "../../../platform/database/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import { type AuditDetail, audit } from "../../../platform/users/audit.ts";
import type { ReadLedger } from "../intents/ledger.ts";
import { type Cancel, type Cancelled, cancelledWords, meantOf } from "./cancelling.ts";
import { type GuardRepository, NO_GUARDS } from "./guard-repository.ts";

export interface GuardRoutes {
  readonly orm: Orm;
  readonly guards: GuardRepository;
  readonly connections: Connections;
  readonly cancel: Cancel;
  readonly ledger: ReadLedger;
  readonly news: Pick<News, "tellUser">;
  readonly clock: WallClock;
  readonly log: Log;
}

/** Limits may be raised for so long after the broker was connected: not by somebody at a desk that was left open. */
const FRESH_MS = 5 * 60_000;

export const registerGuards =
  ({ orm, guards, connections, cancel, ledger, news, clock, log }: GuardRoutes) =>
  (bind: Bind): void => {
    const note = (action: string, accountId: string, address: string, detail: AuditDetail) =>
      audit(orm, { at: new Date(clock.now()), action, accountId, address, detail });

    /** Every page of the user asks anew what holds orders back. */
    const tell = (accountId: string): Promise<void> =>
      news
        .tellUser(accountId, { type: "broker" })
        .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a switch or limits"));

    /** Cancels what is open at the user's broker. @param only of one strategy, what leads out of it left out */
    async function cancelPending(connection: Connection | undefined, only?: string): Promise<Cancelled> {
      if (connection === undefined) return { cancelled: 0, open: 0, unconfirmed: 0, isUnread: false };
      const { accountId } = connection;
      return cancel(connection, {
        meant: async (book) => meantOf(await ledger(connection, book), only),
        isStopped: async () =>
          only === undefined
            ? (await guards.stopped(accountId)) !== undefined
            : (await guards.stoppedStrategies(accountId)).includes(only),
      });
    }

    /** What stays open is told to its user, who has not pressed anything. */
    async function cancelOf(accountId: string): Promise<void> {
      const connection = await connections.live(accountId);
      if (connection === undefined) return;
      const done = await cancelPending(connection);
      if (done.open === 0 && done.unconfirmed === 0 && !done.isUnread) return;
      log.error({ account: accountId, ...done }, "a user's pending orders could not all be cancelled");
      const message = ["Trading is stopped on this server", ...cancelledWords(done)].join(". ");
      await news.tellUser(accountId, { type: "rejected", message });
    }

    /** Users are independent of each other: one whose book cannot be read holds up nobody else. */
    async function tellEverybody(stopped: boolean): Promise<void> {
      const accounts = await connections.accounts();
      await Promise.all(accounts.map(tell));
      if (!stopped) return;
      for (const one of await Promise.allSettled(accounts.map(cancelOf))) {
        if (one.status === "rejected") log.error({ err: one.reason }, "a user's pending orders could not be cancelled");
      }
    }

    bind(orderGuards, async ({ user: { userId } }) => {
      const [own, stopped, strategies] = await Promise.all([
        guards.find(userId),
        guards.stopped(userId),
        guards.stoppedStrategies(userId),
      ]);
      const connection = own === undefined ? await connections.live(userId) : undefined;
      const isNeeded = connection?.port.facts.isPractice === false;
      return { data: own ?? NO_GUARDS, stopped: stopped ?? null, strategies: [...strategies], isNeeded };
    });

    bind(setOrderGuards, async ({ user, body, http }) => {
      const { userId } = user;
      const before = await guards.find(userId);
      if (before !== undefined && isRaised(before, body)) {
        const connection = await connections.live(userId);
        const age = clock.now() - (connection?.startedAt.getTime() ?? 0);
        if (age > FRESH_MS) throw new AppError("forbidden", "To raise a limit, connect your broker anew first");
      }
      await guards.setGuards(userId, body, new Date(clock.now()));
      await note("orders.limits", userId, http.get("client").address, body);
      await tell(userId);
      return { status: "success", message: "Your limits are set" } satisfies ResponseOf<typeof setOrderGuards>;
    });

    bind(stopOrders, async ({ user, body: { stopped }, http }) => {
      const { userId } = user;
      if (stopped) await guards.throwStop(userId, userId, new Date(clock.now()));
      else await guards.releaseStop(userId);
      await note("orders.stop", userId, http.get("client").address, { stopped });
      await tell(userId);
      const done = await cancelPending(stopped ? await connections.live(userId) : undefined);
      const words = stopped ? "Trading is stopped: no new orders go" : "Trading goes on";
      const message = [words, ...cancelledWords(done)].join(". ");
      return { status: "success", message, ...done } satisfies ResponseOf<typeof stopOrders>;
    });

    bind(stopStrategy, async ({ user: { userId }, body: { strategy, stopped }, http }) => {
      if (!stopped) await guards.releaseStrategyStop(userId, strategy);
      else if (!(await guards.throwStrategyStop(userId, strategy, new Date(clock.now())))) {
        throw new AppError("conflict", "Too many strategies are stopped: release one, or stop all trading");
      }
      await note("orders.stop-strategy", userId, http.get("client").address, { strategy, stopped });
      await tell(userId);
      const done = await cancelPending(stopped ? await connections.live(userId) : undefined, strategy);
      const words = stopped ? "The strategy is stopped: no new orders go for it" : "The strategy goes on";
      const message = [words, ...cancelledWords(done)].join(". ");
      return { status: "success", message, ...done } satisfies ResponseOf<typeof stopStrategy>;
    });

    bind(stopAllOrders, async ({ user, body: { stopped }, http }) => {
      if (stopped) await guards.throwStop(undefined, user.userId, new Date(clock.now()));
      else await guards.releaseStop(undefined);
      await note("orders.stop-all", user.userId, http.get("client").address, { stopped });
      tellEverybody(stopped).catch((error: unknown) =>
        log.error({ err: error }, "pending orders could not be cancelled"),
      );
      const message = stopped ? "Trading is stopped for everybody" : "Trading goes on for everybody";
      return { status: "success", message } satisfies ResponseOf<typeof stopAllOrders>;
    });
  };

const LIMITS = ["orderValue", "lots", "ordersPerDay", "lossPerDay"] as const satisfies readonly (keyof Guards)[];

/** Whether any limit is wider than it was. */
const isRaised = (before: Guards, after: Guards): boolean =>
  LIMITS.some((name) => {
    const [was, is] = [before[name], after[name]];
    return was !== null && (is === null || is > was);
  });
