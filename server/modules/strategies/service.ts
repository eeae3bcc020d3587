/**
 * What can be done with sealed strategies. The server opens them for the name, symbol, expiry and date that they are
 * listed by, and to put several into one reply; everything else inside is the builders' alone.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { PortfolioStrategies, SavedStrategy } from "#contract/wire/http/strategies.ts";
import { type Revision, strategyKey } from "#contract/wire/revisions.ts";
import { type Sealer, sealedIv } from "#contract/wire/sealed.ts";
import {
  MAX_PORTFOLIO_DIGITS,
  MAX_SEALED_DIGITS,
  MAX_STRATEGIES,
  PORTFOLIO_PURPOSE,
  STRATEGY_PURPOSE,
} from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { AppError } from "../../platform/errors.ts";
import { type Expected, StaleWrite } from "../../platform/http/revisions.ts";
import { isPrivate } from "../../platform/users/private-choice.ts";
import { openIfPossible, openKept, openSent, type Sealing } from "../../platform/users/sealing.ts";
import { freeName } from "./free-name.ts";
import { refuseUnlikeStrategies } from "./privacy.ts";
import type { Strategy } from "./schema.ts";
import type { ListedStrategy, StrategyRepository, StrategyWriter } from "./strategy-repository.ts";

export const DEFAULT_PORTFOLIO = "My Portfolio";

export interface SaveRequest {
  readonly strategyObj: string;
  /** What a new strategy is to be known by. */
  readonly id?: string | null | undefined;
  readonly portfolio?: string | null | undefined;
}

export interface NewStrategyRequest extends SaveRequest {
  /** A UUID, which the new strategy is known by: where the user has one of it, this is a call that was sent again. */
  readonly key?: string | undefined;
}

export interface SaveAsRequest extends SaveRequest {
  /** IVs of payloads that the same page sent before: what it kept itself is not stale to it. */
  readonly comesAfter?: readonly string[] | undefined;
}

export interface SaveDetails {
  readonly name: string;
  readonly id: string;
  readonly portfolio: string;
}

export type Revisions = readonly (readonly [key: string, revision: Revision])[];
/** A result, and the revisions of what it is about. */
export interface Revised<Result> {
  readonly result: Result;
  readonly revisions: Revisions;
}

export interface StrategyService {
  /** @throws AppError 400, 409 where there are too many. */
  save(accountId: string, request: NewStrategyRequest): Promise<Revised<SaveDetails>>;
  /** @throws AppError 400, 404, StaleWrite */
  saveAs(accountId: string, id: string, request: SaveAsRequest, expected: Expected): Promise<Revised<SaveDetails>>;
  list(accountId: string): Promise<readonly ListedStrategy[]>;
  /** Sealed. @throws AppError 404 */
  load(accountId: string, id: string): Promise<Revised<string>>;
  /** @returns how many there were. */
  remove(accountId: string, ids: readonly string[]): Promise<number>;
  /** Sealed, newest first; ids that the user does not have are left out. @throws AppError 413 */
  portfolio(accountId: string, ids: readonly string[]): Promise<Revised<string>>;
  /**
   * All of them or, where one is stale, none.
   * @returns names of those that are kept: what was deleted meanwhile stays deleted. @throws AppError 400, 413, StaleWrite
   */
  savePortfolio(accountId: string, payload: string, expected: Expected): Promise<Revised<readonly string[]>>;
  /** Every strategy; its content still sealed where the server can no longer open it. */
  export(accountId: string): Promise<readonly unknown[]>;
}

export interface StrategyServiceDeps {
  readonly repository: StrategyRepository;
  readonly sealing: Sealing;
  readonly clock: WallClock;
}

export function createStrategyService({ repository, sealing, clock }: StrategyServiceDeps): StrategyService {
  const now = (): Date => new Date(clock.now());

  /** Under a name that is free; sealed again only where that is not the one it came with. */
  async function named(sealer: Sealer, sent: SavedStrategy, sealed: string, taken: ReadonlySet<string>) {
    const name = freeName(sent.name, taken);
    const { symbolName, expiry, date } = sent;
    const payload = name === sent.name ? sealed : await sealer.seal(STRATEGY_PURPOSE, { ...sent, name });
    return { name, symbolName, expiry, date, sealed: payload, savedAt: now() };
  }

  const openRow = async (sealer: Sealer, { id, sealed }: Strategy) => ({
    ...SavedStrategy.parse(await openKept(sealer, STRATEGY_PURPOSE, sealed)),
    _id: id,
  });

  const sealRows = async (sealer: Sealer, rows: readonly Strategy[]): Promise<string> =>
    sealer.seal(PORTFOLIO_PURPOSE, await Promise.all(rows.map((row) => openRow(sealer, row))));

  return {
    async save(accountId, request) {
      const sealer = sealing(accountId);
      const sent = await readSent(sealer, request.strategyObj);
      const { key } = request;
      if (key !== undefined && !UUID.test(key)) throw new AppError("bad-request", "Idempotency-Key is not a UUID");
      return repository.writing(accountId, async (writer) => {
        refuseUnlikeStrategies(await writer.sealingKey(), [sent]);
        const [made] = key === undefined ? [] : await writer.load([key]);
        if (made) return { result: detailsOf(made), revisions: revisionsOf([made]) };
        const names = await writer.names();
        if (names.size >= MAX_STRATEGIES) {
          throw new AppError("conflict", `${MAX_STRATEGIES} strategies are kept already: delete some first`);
        }
        const row = await named(sealer, sent, request.strategyObj, new Set(names.values()));
        const portfolio = request.portfolio || DEFAULT_PORTFOLIO;
        const id = await freeId(key ?? request.id, writer);
        const strategy = { id, accountId, portfolio, revision: 1, ...row };
        await writer.insert(strategy);
        return { result: detailsOf(strategy), revisions: revisionsOf([strategy]) };
      });
    },

    async saveAs(accountId, id, request, expected) {
      const sealer = sealing(accountId);
      const sent = await readSent(sealer, request.strategyObj);
      return repository.writing(accountId, async (writer) => {
        refuseUnlikeStrategies(await writer.sealingKey(), [sent]);
        const [kept] = await writer.load([id]);
        if (kept === undefined) throw notThere();
        const isOwn = request.comesAfter?.includes(sealedIv(kept.sealed));
        if (!isOwn && isStale(kept, expected)) {
          const theirs = await openKept(sealer, STRATEGY_PURPOSE, kept.sealed);
          if (!isDeepStrictEqual(theirs, sent)) {
            const versions = { theirs: kept.sealed, mine: request.strategyObj };
            throw new StaleWrite({ ...versions, revisions: revisionsOf([kept]) });
          }
        }
        const others = new Map(await writer.names());
        others.delete(id);
        const row = await named(sealer, sent, request.strategyObj, new Set(others.values()));
        const change = request.portfolio ? { ...row, portfolio: request.portfolio } : row;
        const strategy = await writer.replace(id, change);
        if (strategy === undefined) throw notThere();
        return { result: detailsOf(strategy), revisions: revisionsOf([strategy]) };
      });
    },

    list: (accountId) => repository.list(accountId),

    async load(accountId, id) {
      const [row] = await repository.load(accountId, [id]);
      if (row === undefined) throw notThere();
      return { result: row.sealed, revisions: revisionsOf([row]) };
    },

    remove: (accountId, ids) => repository.remove(accountId, ids),

    async portfolio(accountId, ids) {
      const rows = await repository.load(accountId, ids);
      const digits = rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
      if (digits > MAX_PORTFOLIO_DIGITS) throw new AppError("too-large", "That is too much at once: ask for fewer");
      return { result: await sealRows(sealing(accountId), rows), revisions: revisionsOf(rows) };
    },

    async savePortfolio(accountId, payload, expected) {
      const sealer = sealing(accountId);
      const sent = parsed(PortfolioStrategies, await openSent(sealer, PORTFOLIO_PURPOSE, payload));
      const byId = new Map(sent.map((strategy) => [strategy._id, strategy]));
      return repository.writing(accountId, async (writer) => {
        refuseUnlikeStrategies(await writer.sealingKey(), sent);
        const rows = await writer.load([...byId.keys()]);
        const stale = rows.filter((row) => isStale(row, expected));
        if (stale.length > 0) {
          const versions = { theirs: await sealRows(sealer, stale), mine: payload };
          throw new StaleWrite({ ...versions, revisions: revisionsOf(stale) });
        }
        const written: Strategy[] = [];
        for (const row of rows) {
          const { _id, ...kept } = await openRow(sealer, row);
          const { name, symbolName, expiry, date } = kept;
          const { _id: sentId, ...changed } = byId.get(row.id) ?? {};
          // What it is listed by stays: the portfolio changes legs and orders.
          // Private by choice all else is inside: nothing of before may stay beside it, nor an envelope beside open legs.
          const isWhole = isPrivate(kept) || isPrivate(changed);
          const merged = { ...(isWhole ? {} : kept), ...changed, name, symbolName, expiry, date };
          const sealed = await sealer.seal(STRATEGY_PURPOSE, merged);
          if (sealed.length > MAX_SEALED_DIGITS) throw new AppError("too-large", `${name} is too large`);
          written.push((await writer.replace(row.id, { sealed })) ?? row);
        }
        return { result: rows.map(({ name }) => name), revisions: revisionsOf(written) };
      });
    },

    async export(accountId) {
      const rows = await repository.all(accountId);
      const sealer = sealing(accountId);
      return Promise.all(
        rows.map(async ({ sealed, accountId: _, ...listed }) => ({
          ...listed,
          content: await openIfPossible(sealer, STRATEGY_PURPOSE, sealed),
        })),
      );
    },
  };
}

/** Orders may have been sent for a strategy before it is kept: then it keeps the id that it had. */
async function freeId(wished: SaveRequest["id"], writer: Pick<StrategyWriter, "isTaken">): Promise<string> {
  if (!wished || !UUID.test(wished) || (await writer.isTaken(wished))) return randomUUID();
  return wished;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const revisionsOf = (rows: readonly Strategy[]): Revisions =>
  rows.map(({ id, revision }) => [strategyKey(id), revision]);

function isStale({ id, revision }: Strategy, expected: Expected): boolean {
  const known = expected.of(strategyKey(id));
  return known !== undefined && known !== revision;
}

const notThere = (): AppError => new AppError("not-found", "There is no such strategy");
const detailsOf = ({ name, id, portfolio }: Strategy): SaveDetails => ({ name, id, portfolio });

const readSent = async (sealer: Sealer, payload: string): Promise<SavedStrategy> =>
  parsed(SavedStrategy, await openSent(sealer, STRATEGY_PURPOSE, payload));

/** @throws AppError 400 that names the first thing that is wrong. */
function parsed<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError("bad-request", `${["strategy", ...(issue?.path ?? [])].join(".")}: ${issue?.message}`);
}
