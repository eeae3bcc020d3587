/** The strategies of a portfolio, several in one sealed list: loaded in groups, saved together. */
import { atom, type Getter } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import { STRATEGIES_PORTFOLIO_PATH, STRATEGIES_SAVE_PORTFOLIO_PATH } from "#contract/wire/http/strategy-path.ts";
import { type Revision, readTag, strategyKey, writeTag } from "#contract/wire/revisions.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { CONFLICT, RefusedCall } from "../api.ts";
import { isKept, isPrivate, type KeptStrategy } from "./kept-strategy.ts";
import type { OpenKey } from "./private/key-keeper.ts";
import { forgetPrivacyAtom, openingKeyAtom, sealingKeyAtom } from "./private/privacy.ts";
import { sealerOf } from "./sealed-store.ts";
import { isRecord } from "./storage.ts";
import { concealed, keepStrategyTag, revealed, strategyTagOf } from "./strategies.ts";

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
  async (get, set, ids: readonly string[]): Promise<readonly PortfolioStrategy[]> => {
    const groups = await loadGroups(get, ids);
    const all = groups.flatMap(({ strategies }) => strategies);
    const key = all.some(isPrivate) ? await set(openingKeyAtom) : undefined;
    const opened = await Promise.all(all.map((one) => (key && isPrivate(one) ? revealedOf(key, one) : one)));
    for (const { response, strategies } of groups)
      rememberTags(
        response,
        strategies.map(({ _id }) => _id),
      );
    return opened;
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
  const reply: unknown = await response.json();
  const sealed = isRecord(reply) && typeof reply["strategies"] === "string" ? reply["strategies"] : "";
  const opened = await sealerOf(get).open(PORTFOLIO_PURPOSE, sealed);
  if (!Array.isArray(opened) || !opened.every(isOfPortfolio)) throw new TypeError("a portfolio has no strategies");
  return { strategies: opened, response };
}

/**
 * Saves the legs of these in place of what was loaded.
 * @returns the names of those that are still there
 * @throws RefusedCall (412: one was changed elsewhere since it was loaded); LockedError; TypeError without a network
 */
export const savePortfolioAtom = atom(
  null,
  async (get, set, strategies: readonly PortfolioStrategy[]): Promise<readonly string[]> => {
    const key = await set(sealingKeyAtom, true);
    const sealed = key ? await Promise.all(strategies.map((one) => concealedOf(key, one))) : strategies;
    const encrypted = await sealerOf(get).seal(PORTFOLIO_PURPOSE, sealed);
    const ids = strategies.map(({ _id }) => _id);
    const body = { encrypted };
    const response = await post(STRATEGIES_SAVE_PORTFOLIO_PATH, body, writeTag(revisionsOf(ids))).catch((error) => {
      if (error instanceof RefusedCall && error.status === CONFLICT) set(forgetPrivacyAtom);
      throw error;
    });
    rememberTags(response, ids);
    const reply: unknown = await response.json();
    return isRecord(reply) && Array.isArray(reply["isSaved"]) ? reply["isSaved"] : [];
  },
);
savePortfolioAtom.debugLabel = "savePortfolio";

/** The revision of each as it was loaded. A strategy may have been saved alone since then, under a tag of its own. */
const revisionsOf = (ids: readonly string[]): (readonly [key: string, revision: Revision])[] =>
  ids.flatMap((id) => {
    const key = strategyKey(id);
    const revision = readTag(strategyTagOf(id) ?? "").get(key);
    return revision === undefined ? [] : [[key, revision] as const];
  });

async function post(path: string, body: unknown, tag?: string): Promise<Response> {
  const response = await fetch(joinPath(API_BASE, path), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(tag !== undefined && { "If-Match": tag }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new RefusedCall(response.status, "");
  return response;
}

/** A reply's tag names all of its strategies. */
function rememberTags(response: Response, ids: readonly string[]): void {
  for (const id of ids) keepStrategyTag(id, response);
}

const isOfPortfolio = (value: unknown): value is PortfolioStrategy =>
  isKept(value) && "_id" in value && typeof value._id === "string";
