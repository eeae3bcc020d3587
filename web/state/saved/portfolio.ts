/** The strategies of a portfolio, several in one sealed list: loaded in groups, saved together. */
import { atom, type Getter } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import { STRATEGIES_PORTFOLIO_PATH, STRATEGIES_SAVE_PORTFOLIO_PATH } from "#contract/wire/http/strategy-path.ts";
import { type Revision, readTag, strategyKey, writeTag } from "#contract/wire/revisions.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { RefusedCall } from "../api.ts";
import { sealerAtom } from "./sealed-store.ts";
import { isRecord } from "./storage.ts";
import { isKept, type KeptStrategy, keepStrategyTag, strategyTagOf } from "./strategies.ts";

export interface PortfolioStrategy extends KeptStrategy {
  readonly _id: string;
}

/** Strategies of one call: the server refuses replies beyond 2 MiB, and one strategy has at most 64 KiB. */
const GROUP = 25;

/** @throws RefusedCall, TypeError without a network; SealError where it is not the user's own or damaged */
export const loadPortfolioAtom = atom(
  null,
  async (get, _set, ids: readonly string[]): Promise<readonly PortfolioStrategy[]> => {
    const all: PortfolioStrategy[] = [];
    for (let at = 0; at < ids.length; at += GROUP) all.push(...(await loadGroup(get, ids.slice(at, at + GROUP))));
    return all;
  },
);
loadPortfolioAtom.debugLabel = "loadPortfolio";

async function loadGroup(get: Getter, ids: readonly string[]): Promise<readonly PortfolioStrategy[]> {
  const response = await post(STRATEGIES_PORTFOLIO_PATH, { id: ids });
  const reply: unknown = await response.json();
  const sealed = isRecord(reply) && typeof reply["strategies"] === "string" ? reply["strategies"] : "";
  const opened = await sealerOf(get).open(PORTFOLIO_PURPOSE, sealed);
  if (!Array.isArray(opened) || !opened.every(isOfPortfolio)) throw new TypeError("a portfolio has no strategies");
  rememberTags(response, ids);
  return opened;
}

/**
 * Saves the legs of these in place of what was loaded.
 * @returns the names of those that are still there
 * @throws RefusedCall (412: one was changed elsewhere since it was loaded); TypeError without a network
 */
export const savePortfolioAtom = atom(
  null,
  async (get, _set, strategies: readonly PortfolioStrategy[]): Promise<readonly string[]> => {
    const encrypted = await sealerOf(get).seal(PORTFOLIO_PURPOSE, strategies);
    const ids = strategies.map(({ _id }) => _id);
    const response = await post(STRATEGIES_SAVE_PORTFOLIO_PATH, { encrypted }, writeTag(revisionsOf(ids)));
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

function sealerOf(get: Getter) {
  const sealer = get(sealerAtom);
  if (sealer === undefined) throw new Error("nobody is logged in");
  return sealer;
}
