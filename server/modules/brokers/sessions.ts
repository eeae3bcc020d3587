/**
 * Users' connections to brokers. What is typed and what brokers issue goes into the vault and nowhere else; the browser that
 * began to connect has a one-time cookie, and only it can finish. A connection ends with the login that it lives in.
 */
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Connection, Connections } from "../../brokers/connections.ts";
import { type Attempt, type AuthToken, BrokerError, type BrokerPort, type BrokerSession } from "../../brokers/port.ts";
import { type Vault, VaultError, type VaultOwner } from "../../brokers/vault.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { audit } from "../../platform/users/audit.ts";
import { type OrderAddresses, OWN_ADDRESS } from "./order-addresses.ts";
import type { EndReason } from "./schema.ts";
import type { BrokerSessionRepository, LiveRow } from "./session-repository.ts";

/** Who asks, from where. */
export interface Asker {
  readonly accountId: string;
  readonly loginSession: string;
  readonly address: string;
}

export interface Begun {
  /** The cookie of this attempt: nobody else has it. */
  readonly attempt: string;
  /** null: our own page is enough. */
  readonly address: string | null;
}

export interface BrokerSessions extends Connections {
  /** @throws AppError 404 for a broker that cannot be connected here, 403 without an address for orders, 503, BrokerError */
  begin(asker: Asker, broker: string, credentials: readonly string[], redirect: string): Promise<Begun>;
  /** @param attempt the cookie. @throws AppError 404, BrokerError whose message is the reason. */
  connect(asker: Asker, broker: string, token: AuthToken, attempt: string | undefined): Promise<Connection>;
  /** @returns whether there was one. */
  logOut(asker: Asker): Promise<boolean>;
  /** Ends what is over, every so often; returns what stops it. */
  start(): () => void;
}

export interface BrokerSessionsDeps {
  readonly orm: Orm;
  readonly repository: BrokerSessionRepository;
  readonly vault: Vault;
  readonly ports: ReadonlyMap<string, BrokerPort>;
  readonly addresses: OrderAddresses;
  readonly secrets: Secrets;
  readonly news: Pick<News, "tellUser">;
  readonly clock: WallClock;
  readonly log: Log;
}

const ATTEMPT_MS = 15 * 60_000;
const SWEEP_MS = 10_000;

const KeptAttempt = z.object({ id: z.string(), redirect: z.string(), credentials: z.array(z.string()) });
const KeptSession = z.object({ client: z.string(), secrets: z.record(z.string(), z.string()) });

const hashOf = (attempt: string): Buffer => createHash("sha256").update(attempt).digest();

export function createBrokerSessions(deps: BrokerSessionsDeps): BrokerSessions {
  const { orm, repository, vault, ports, addresses, news, clock, log } = deps;
  const clientKey = deps.secrets.derive("broker client", "");
  const ownerKey = deps.secrets.derive("order owner", "");
  /** Logins that no key opens, by user and broker. */
  const closed = new Set<string>();
  const now = (): Date => new Date(clock.now());
  /** @param user whose limits they are, where all users share an app key, as in practice; else ''. */
  const hashOfClient = (broker: string, client: string, user: string): string =>
    createHmac("sha256", clientKey)
      .update(JSON.stringify([broker, client, user]))
      .digest("hex")
      .slice(0, 32);

  function portOf(broker: string): BrokerPort {
    const port = ports.get(broker);
    if (port === undefined) throw new AppError("not-found", "This broker cannot be connected on this server");
    return port;
  }

  const changed = (accountId: string): Promise<void> =>
    news
      .tellUser(accountId, { type: "broker" })
      .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a connection"));

  /** @returns undefined where no key that is here opens it: the operator took it away or put another in its place. */
  function unsealed(owner: VaultOwner, sealed: Buffer): unknown {
    try {
      return vault.open(owner, sealed);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      tellClosed(owner, error);
      return undefined;
    }
  }

  /** Once for each login: open pages ask for it every few seconds. */
  function tellClosed({ accountId, broker }: VaultOwner, err: VaultError): void {
    if (closed.has(`${accountId} ${broker}`)) return;
    closed.add(`${accountId} ${broker}`);
    log.warn({ account: accountId, broker, err }, "a broker login cannot be opened, and counts as over");
  }

  /** @throws BrokerError where the broker's own login needs an attempt of this browser, and there is none. */
  async function attemptOf(asker: Asker, broker: string, cookie: string | undefined): Promise<Attempt> {
    const row = cookie === undefined ? undefined : await repository.takeAttempt(hashOf(cookie), asker.accountId, now());
    const kept = row?.broker === broker ? unsealed({ accountId: asker.accountId, broker }, row.sealed) : undefined;
    if (kept !== undefined) return { ...KeptAttempt.parse(kept), accountId: asker.accountId, broker };
    const login = brokerOf(broker)?.login;
    const isOurPage = login?.kind === "credentials" && login.address === undefined;
    if (!isOurPage) throw new BrokerError("refused", "This login was not begun in this browser, or too long ago");
    return { accountId: asker.accountId, id: randomUUID(), broker, redirect: "", credentials: [] };
  }

  /** Of the user's orders at this broker; any will do where the broker compares none. @throws AppError 403 */
  const givenEgress = async (accountId: string, port: BrokerPort): Promise<string | undefined> =>
    addresses.isNeeded(port) ? (await addresses.give(accountId)).local || undefined : undefined;

  /** @returns undefined where it cannot be opened. Its row stays: a server that still has its key serves it. */
  function connectionOf(row: LiveRow, port: BrokerPort, egress: string | undefined): Connection | undefined {
    const { id, accountId, broker, client, sealed, email, startedAt } = row;
    const opened = unsealed({ accountId, broker }, sealed);
    if (opened === undefined) return undefined;
    const kept = KeptSession.parse(opened);
    const session: BrokerSession = {
      broker,
      client: kept.client,
      userId: row.brokerUserId,
      name: row.name,
      endsAt: epochMs(row.endsAt.getTime()),
      secrets: kept.secrets,
      egress,
    };
    const ownerHash = createHmac("sha256", ownerKey).update(email.trim().toLowerCase()).digest();
    return { id, accountId, port, session, client, ownerHash, startedAt };
  }

  async function live(accountId: string): Promise<Connection | undefined> {
    const row = await repository.live(accountId, now());
    const port = row && ports.get(row.broker);
    if (row === undefined || port === undefined) return undefined;
    const address = addresses.isNeeded(port) ? await addresses.of(accountId) : OWN_ADDRESS;
    // It was freed, or is named no longer: nothing leaves for this user before a new login, which gives another.
    if (address === undefined) return undefined;
    const connection = connectionOf(row, port, address.local || undefined);
    if (connection !== undefined && !vault.isCurrent(row.sealed)) {
      const { client, secrets } = connection.session;
      await repository.reseal(row.id, vault.seal({ accountId, broker: row.broker }, { client, secrets }));
    }
    return connection;
  }

  /** A client that may not leave by the user's address does not stay logged in. @throws BrokerError */
  async function admitted(port: BrokerPort, accountId: string, session: BrokerSession): Promise<void> {
    try {
      await addresses.admit(accountId, session.broker, session.userId);
    } catch (error) {
      await told(port, session);
      throw error;
    }
  }

  const told = (port: BrokerPort, session: BrokerSession): Promise<void> =>
    port.end(session).catch((error: unknown) => log.warn({ err: error }, "a broker was not told of a logout"));

  async function end(
    { id, accountId, broker }: Pick<LiveRow, "id" | "accountId" | "broker">,
    reason: EndReason,
    address?: string,
  ): Promise<void> {
    if (!(await repository.end(id, reason, now()))) return;
    await audit(orm, {
      at: now(),
      action: "broker.ended",
      accountId,
      address,
      detail: { broker, reason },
    });
    await changed(accountId);
  }

  return {
    live,
    accounts: () => repository.liveAccounts(now()),
    expired: ({ id, accountId, session: { broker } }) => end({ id, accountId, broker }, "broker"),

    async begin({ accountId }, broker, credentials, redirect) {
      const port = portOf(broker);
      const attempt = { id: randomBytes(32).toString("base64url"), redirect, credentials: [...credentials] };
      const egress = await givenEgress(accountId, port);
      const address = await port.begin({ ...attempt, accountId, broker, egress });
      const sealed = vault.seal({ accountId, broker }, attempt);
      const expiresAt = new Date(clock.now() + ATTEMPT_MS);
      await repository.addAttempt({ idHash: hashOf(attempt.id), accountId, broker, sealed, expiresAt });
      return { attempt: attempt.id, address: address ?? null };
    },

    async connect(asker, broker, token, cookie) {
      const port = portOf(broker);
      const { accountId, loginSession, address } = asker;
      const attempt = await attemptOf(asker, broker, cookie);
      const egress = await givenEgress(accountId, port);
      const session = { ...(await port.connect(token, { ...attempt, egress })), egress };
      const { client, secrets, userId, name, endsAt } = session;
      if (addresses.isNeeded(port)) await admitted(port, accountId, session);
      const startedAt = now();
      await repository.insert({
        id: randomUUID(),
        accountId,
        loginSession,
        broker,
        client: hashOfClient(broker, client, port.facts.isPractice ? userId : ""),
        brokerUserId: userId,
        name,
        sealed: vault.seal({ accountId, broker }, { client, secrets }),
        startedAt,
        endsAt: new Date(endsAt),
      });
      await audit(orm, { at: startedAt, action: "broker.connected", accountId, address, detail: { broker } });
      await changed(accountId);
      const connection = await live(accountId);
      if (connection === undefined) throw new BrokerError("refused", "The connection ended as it began: log in again");
      return connection;
    },

    async logOut({ accountId, address }) {
      const row = await repository.live(accountId, now());
      if (row === undefined) return false;
      // One that cannot be opened ends as well, though its broker cannot be told: another server may have its key.
      const connection = await live(accountId).catch((err: unknown) => {
        log.warn({ account: accountId, broker: row.broker, err }, "a broker was not told of a logout");
        return undefined;
      });
      await end(row, "logout", address);
      if (connection !== undefined) await told(connection.port, connection.session);
      return true;
    },

    start: () =>
      clock.every(SWEEP_MS, () => {
        const sweep = async (): Promise<void> => {
          for (const accountId of await repository.endStale(now())) await changed(accountId);
          await repository.forgetAttempts(now());
        };
        sweep().catch((error: unknown) => log.warn({ err: error }, "connections that are over could not be ended"));
      }),
  };
}
