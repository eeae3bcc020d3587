/**
 * Strategies that are kept with the account, sealed here before they leave. The server lists them by name, symbol, expiry
 * and date, which it reads out of what is sealed; the legs it does not read. Private by choice it cannot (`private/`).
 */
import { atom } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { deleteStrategies, deleteStrategy, loadAllStrategies } from "#contract/wire/http/strategies.ts";
import {
  STRATEGIES_DELETE_MULTIPLE_PATH,
  STRATEGIES_DELETE_PATH,
  STRATEGIES_LOAD_ALL_PATH,
  STRATEGIES_LOAD_PATH,
  STRATEGIES_SAVE_AS_PATH,
  STRATEGIES_SAVE_PATH,
} from "#contract/wire/http/strategy-path.ts";
import { sealedIv } from "#contract/wire/sealed.ts";
import { STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { CONFLICT, load, RefusedCall } from "../api.ts";
import { ifMatch, type KeptRevision, moveOn, revisionOf } from "./kept-revision.ts";
import { isKept, isPrivate, type KeptStrategy } from "./kept-strategy.ts";
import type { OpenKey } from "./private/key-keeper.ts";
import { forgetPrivacyAtom, openingKeyAtom, privacyAtom, sealingKeyAtom } from "./private/privacy.ts";
import { createSaveLines } from "./save-line.ts";
import { sealerOf } from "./sealed-store.ts";
import { isRecord, storedTextAtom } from "./storage.ts";

export type ListedStrategy = ResponseOf<typeof loadAllStrategies>["strategies"][number];

/** Which strategy is open. */
export interface OpenStrategy {
  readonly name: string;
  readonly id: string;
  readonly portfolio: string;
  /** Of the legs that are open with it. Absent: they were not loaded, and a save replaces whatever is kept. */
  readonly keptRevision?: KeptRevision | undefined;
}

export interface SavedStrategyReply {
  readonly saved: OpenStrategy;
  /** The server's words. */
  readonly message: string;
}

export interface SaveStrategy {
  readonly strategy: KeptStrategy;
  /** Absent: a new one is made, and a name that is taken gets a number. */
  readonly replaced?: Pick<OpenStrategy, "id" | "keptRevision">;
  /** What a new one is known by: orders were sent for it before. Where it is taken the server chooses another. */
  readonly newId?: string | undefined;
  /** Absent: 'My Portfolio', or where the replaced one is. */
  readonly portfolio?: string;
  /** Nobody pressed a button: while all is locked it is refused, and no passphrase is asked for. */
  readonly isUnasked?: boolean;
}

/** A strategy that is sealed and waits to be sent. */
export interface SealedSave {
  /**
   * Begins the request as soon as what went before has its answer.
   * @param isLast the page is being left: the request begins at once, and outlives the page
   * @throws RefusedCall where the server will not (412: it was changed elsewhere since it was loaded); TypeError without a network
   */
  send(isLast?: boolean): Promise<SavedStrategyReply>;
}

/** Other after each save and deletion in any tab of this browser: who holds legs loads them again. */
export const strategyNewsAtom = storedTextAtom("strategyNews", "");
export const tellStrategiesAtom = atom(null, (_get, set) => set(strategyNewsAtom, crypto.randomUUID()));

/** New strategies whose save had no answer, by what they are on this page: the server may have them, or get them yet. */
const unanswered = new Map<string, { readonly key: string; readonly body: object }>();

/** @throws LockedError */
export const sealStrategyAtom = atom(null, async (get, set, save: SaveStrategy): Promise<SealedSave> => {
  const { strategy, replaced, newId, portfolio, isUnasked = false } = save;
  const key = await set(sealingKeyAtom, !isUnasked);
  const contentOf = async (ownId: string): Promise<Content> => ({
    strategyObj: await sealerOf(get).seal(STRATEGY_PURPOSE, key ? await concealed(key, ownId, strategy) : strategy),
    ...(portfolio !== undefined && { portfolio }),
  });
  /** What is private by choice is bound to its id, and opens under no other. */
  const ownId = replaced?.id ?? newId ?? (key && crypto.randomUUID());
  const content = await contentOf(ownId ?? "");
  const contentFor = async (madeId: string) => (key && madeId !== ownId ? contentOf(madeId) : content);

  async function sendNew(isLast: boolean | undefined): Promise<SavedStrategyReply> {
    const slot = newId ?? strategy.name;
    const earlier = unanswered.get(slot);
    const body = { ...content, ...(ownId !== undefined && { id: ownId }) };
    const made = await (earlier ? make(slot, earlier.body, earlier.key) : make(slot, body, ownId));
    const madeId = made.saved.id;
    // The server chose another id, or what it has is of before.
    return earlier || (key && madeId !== ownId) ? replace(made.saved, await contentFor(madeId), isLast) : made;
  }
  return {
    async send(isLast) {
      try {
        if (isLast) set(tellStrategiesAtom); // of a page that ends, nobody hears the answer
        const reply = await (replaced ? replace(replaced, content, isLast) : sendNew(isLast));
        set(tellStrategiesAtom);
        return reply;
      } catch (error) {
        if (error instanceof RefusedCall && error.status === CONFLICT) set(forgetPrivacyAtom);
        throw error;
      }
    },
  };
});
sealStrategyAtom.debugLabel = "sealStrategy";

/** Few are private: the others do not load what it takes. */
const documents = () => import("./private/documents.ts");

export async function concealed(key: OpenKey, id: string, strategy: KeptStrategy): Promise<KeptStrategy> {
  const { conceal, strategyName } = await documents();
  return conceal(key, strategyName(id), strategy);
}

const inTurn = createSaveLines<Response>();

interface Content {
  readonly strategyObj: string;
  readonly portfolio?: string;
}

/** Makes a new strategy. @param key of an attempt before: the server makes one strategy of a key, and tells what it made */
async function make(slot: string, body: object, key: string = crypto.randomUUID()): Promise<SavedStrategyReply> {
  unanswered.set(slot, { key, body });
  const reply = await post(STRATEGIES_SAVE_PATH, body, { isLast: false, headers: { "Idempotency-Key": key } });
  if (reply.status < 500) unanswered.delete(slot);
  const { saved, message } = await readReply(reply);
  return { saved: { ...saved, keptRevision: revisionOf(saved.id, reply) }, message };
}

type Replaced = NonNullable<SaveStrategy["replaced"]>;

async function replace(
  { id, keptRevision = { id, at: undefined } }: Replaced,
  content: Content,
  isLast = false,
): Promise<SavedStrategyReply> {
  const reply = await inTurn(keptRevision, {
    mark: sealedIv(content.strategyObj),
    isLast,
    send(comesAfter) {
      const body = { ...content, id, ...(comesAfter.length > 0 && { comesAfter }) };
      return post(STRATEGIES_SAVE_AS_PATH, body, { isLast, headers: ifMatch([keptRevision]) });
    },
    answered(reply, isNewest) {
      if (reply.ok && isNewest) moveOn(keptRevision, reply);
      return reply.status < 500;
    },
  });
  const { saved, message } = await readReply(reply.clone());
  return { saved: { ...saved, keptRevision }, message };
}

/** Browsers refuse a request that outlives its page beyond 64 KiB in all. */
const MOST_KEPT_ALIVE = 60 * 1024;

interface Sending {
  readonly isLast: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

function post(path: string, value: object, { isLast, headers }: Sending): Promise<Response> {
  const body = JSON.stringify(value);
  return fetch(joinPath(API_BASE, path), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
    keepalive: isLast && body.length <= MOST_KEPT_ALIVE,
  });
}

async function readReply(response: Response): Promise<SavedStrategyReply> {
  const reply: unknown = await response.json();
  const { status = "", message = "", saveDetails } = isRecord(reply) ? reply : {};
  if (!response.ok || !isRecord(saveDetails))
    throw new RefusedCall(response.status, [status, message].filter(Boolean).join(": "));
  return { saved: saveDetails as unknown as OpenStrategy, message: String(message) };
}

/** Newest first. @throws as `load` */
export const listStrategiesAtom = atom(null, async (): Promise<readonly ListedStrategy[]> => {
  const { strategies } = await load<typeof loadAllStrategies>("get", STRATEGIES_LOAD_ALL_PATH);
  return strategies;
});
listStrategiesAtom.debugLabel = "listStrategies";

export interface LoadedStrategy<Kept = KeptStrategy> {
  readonly kept: Kept;
  readonly keptRevision: KeptRevision;
}

/** @throws RefusedCall, TypeError; LockedError; SealError, PrivateSealError where it is not the user's own or damaged */
export const loadStrategyAtom = atom(null, async (get, set, id: string): Promise<LoadedStrategy> => {
  void set(privacyAtom).catch(() => undefined); // known before the first change is saved, perhaps as the page is left
  const response = await fetch(joinPath(API_BASE, STRATEGIES_LOAD_PATH), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id }),
  });
  if (!response.ok) throw new RefusedCall(response.status, "");
  const reply: unknown = await response.json();
  const sealed = isRecord(reply) && typeof reply["strategy"] === "string" ? reply["strategy"] : "";
  const opened = await sealerOf(get).open(STRATEGY_PURPOSE, sealed);
  if (!isKept(opened)) throw new TypeError("a kept strategy has no legs");
  const kept = isPrivate(opened) ? await revealed(await set(openingKeyAtom), id, opened) : opened;
  return { kept, keptRevision: revisionOf(id, response) };
});
loadStrategyAtom.debugLabel = "loadStrategy";

/** @throws as `load` */
export const deleteStrategyAtom = atom(null, async (_get, set, id: string): Promise<void> => {
  await load<typeof deleteStrategy>("patch", STRATEGIES_DELETE_PATH, { id });
  set(tellStrategiesAtom);
});
deleteStrategyAtom.debugLabel = "deleteStrategy";

/** @throws as `load` */
export const deleteStrategiesAtom = atom(null, async (_get, set, ids: readonly string[]): Promise<void> => {
  await load<typeof deleteStrategies>("patch", STRATEGIES_DELETE_MULTIPLE_PATH, { ids: [...ids] });
  set(tellStrategiesAtom);
});
deleteStrategiesAtom.debugLabel = "deleteStrategies";

/** @throws PrivateSealError */
export async function revealed(key: OpenKey, id: string, strategy: KeptStrategy): Promise<KeptStrategy> {
  const { reveal, strategyName } = await documents();
  return reveal(key, strategyName(id), strategy);
}
