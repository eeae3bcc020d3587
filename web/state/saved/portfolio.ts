/** The strategies of a portfolio, several in one sealed list: loaded in groups, saved together. */
import { atom, type Getter } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import { STRATEGIES_PORTFOLIO_PATH, STRATEGIES_SAVE_PORTFOLIO_PATH } from "#contract/wire/http/strategy-path.ts";
import { readTag, strategyKey } from "#contract/wire/revisions.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { CONFLICT, RefusedCall } from "../api.ts";
import { ifMatch, moveOn, revisionOf } from "./kept-revision.ts";
import { isKept, isPrivate, type KeptStrategy } from "./kept-strategy.ts";
import type { OpenKey } from "./private/key-keeper.ts";
import { forgetPrivacyAtom, openingKeyAtom, sealingKeyAtom } from "./private/privacy.ts";
import { sealerOf } from "./sealed-store.ts";
import { isRecord } from "./storage.ts";
import { concealed, type LoadedStrategy, revealed, tellStrategiesAtom } from "./strategies.ts";

export interface PortfolioStrategy extends KeptStrategy {
  readonly _id: string;
}

/** Strategies of one call: the server refuses replies beyond 2 MiB, and one strategy has at most 88 KiB. */
const GROUP = 20;

/**
 * What is private by choice is opened here: the server puts the envelopes into one list, and no more.
 * @throws RefusedCall, TypeError without a network; LockedError; SealError where one is not the user's own or damaged
 */
export const loadPortfolioAtom = atom(
  null,
  async (get, set, ids: readonly string[]): Promise<readonly LoadedStrategy<PortfolioStrategy>[]> => {
    const groups = await loadGroups(get, ids);
    const all = groups.flatMap(({ strategies, response }) =>
      strategies.map((kept) => ({ kept, keptRevision: revisionOf(kept._id, response) })),
    );
    const key = all.some(({ kept }) => isPrivate(kept)) ? await set(openingKeyAtom) : undefined;
    return Promise.all(
      all.map(async (one) => (key && isPrivate(one.kept) ? { ...one, kept: await revealedOf(key, one.kept) } : one)),
    );
  },
);
loadPortfolioAtom.debugLabel = "loadPortfolio";

async function revealedOf(key: OpenKey, one: PortfolioStrategy): Promise<PortfolioStrategy> {
  try {
    return { ...(await revealed(key, one._id, one)), _id: one._id };
  } catch (error) {
    console.warn(`${one.name} cannot be opened:`, error);
    return { ...one, strategy: UNREADABLE };
  }
}

/** Legs that no reader takes for legs: it names the strategy, and shows the others. */
const UNREADABLE: readonly unknown[] = [null];

const concealedOf = async (key: OpenKey, { _id, ...strategy }: PortfolioStrategy): Promise<PortfolioStrategy> => ({
  ...(await concealed(key, _id, strategy)),
  _id,
});

interface Group {
  readonly strategies: readonly PortfolioStrategy[];
  /** Its tag names the revision of each. */
  readonly response: Response;
}

/** As they are kept: private ones in their envelopes. The page knows no revision of what it has not opened. */
export async function loadGroups(get: Getter, ids: readonly string[]): Promise<readonly Group[]> {
  const groups: Group[] = [];
  for (let at = 0; at < ids.length; at += GROUP) groups.push(await loadGroup(get, ids.slice(at, at + GROUP)));
  return groups;
}

async function loadGroup(get: Getter, ids: readonly string[]): Promise<Group> {
  const response = await post(STRATEGIES_PORTFOLIO_PATH, { id: ids });
  if (!response.ok) throw new RefusedCall(response.status, "");
  const reply: unknown = await response.json();
  const sealed = isRecord(reply) && typeof reply["strategies"] === "string" ? reply["strategies"] : "";
  const opened = await sealerOf(get).open(PORTFOLIO_PURPOSE, sealed);
  if (!Array.isArray(opened) || !opened.every(isOfPortfolio)) throw new TypeError("a portfolio has no strategies");
  return { strategies: opened, response };
}

/** Some were changed elsewhere since they were loaded: none is saved. */
export class StaleStrategies extends RefusedCall {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(STALE, "");
    this.ids = ids;
  }
}
const STALE = 412;

/**
 * Saves the legs of these in place of what was loaded.
 * @returns the names of those that are still there
 * @throws StaleStrategies, RefusedCall; LockedError; TypeError without a network
 */
export const savePortfolioAtom = atom(
  null,
  async (get, set, loaded: readonly LoadedStrategy<PortfolioStrategy>[]): Promise<readonly string[]> => {
    const key = await set(sealingKeyAtom, true);
    const strategies = loaded.map(({ kept }) => kept);
    const sealed = key ? await Promise.all(strategies.map((one) => concealedOf(key, one))) : strategies;
    const encrypted = await sealerOf(get).seal(PORTFOLIO_PURPOSE, sealed);
    const revisions = loaded.map(({ keptRevision }) => keptRevision);
    const response = await post(STRATEGIES_SAVE_PORTFOLIO_PATH, { encrypted }, ifMatch(revisions));
    if (response.status === STALE) {
      const changed = readTag(response.headers.get("ETag") ?? "");
      throw new StaleStrategies(strategies.map(({ _id }) => _id).filter((id) => changed.has(strategyKey(id))));
    }
    if (response.status === CONFLICT) set(forgetPrivacyAtom);
    if (!response.ok) throw new RefusedCall(response.status, "");
    for (const one of revisions) moveOn(one, response);
    set(tellStrategiesAtom);
    const reply: unknown = await response.json();
    return isRecord(reply) && Array.isArray(reply["isSaved"]) ? reply["isSaved"] : [];
  },
);
savePortfolioAtom.debugLabel = "savePortfolio";

const post = (path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(joinPath(API_BASE, path), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const isOfPortfolio = (value: unknown): value is PortfolioStrategy =>
  isKept(value) && "_id" in value && typeof value._id === "string";
