/**
 * The calls of drafts. An alert of elsewhere makes one by a secret address, and nothing else: there is no way from here to a broker.
 * Its user opens it, looks, and sends it as any order; sending by itself would be an algorithm.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  dismissDraft,
  makeHook,
  openedDraft,
  orderDrafts,
  postDraft,
  revokeHook,
} from "#contract/wire/http/order-drafts.ts";
import { HOOK_PATH } from "#contract/wire/http/order-path.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Orm } from "../../../platform/database/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import { networkOf, originOf } from "../../../platform/http/client-facts.ts";
import type { RateLimits } from "../../../platform/limits/rate-limits.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import { audit } from "../../../platform/users/audit.ts";
import type { Listing } from "../entry/listing.ts";
import type { HookRow } from "../schema.ts";
import { dayBegan } from "../trading-day.ts";
import { type DraftRepository, MOST_DRAFTS, MOST_HOOKS } from "./draft-repository.ts";
import { readHookBody } from "./hook-body.ts";
import { resolveLeg } from "./resolving.ts";

export interface DraftRoutes {
  readonly orm: Orm;
  readonly drafts: DraftRepository;
  readonly listing: Pick<Listing, "byContract" | "ofUnderlying">;
  readonly news: Pick<News, "tellUser">;
  readonly rateLimits: RateLimits;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly clock: WallClock;
  readonly log: Log;
}

/** Of one secret address. */
const POSTS = { points: 30, seconds: 60 };
/** From one network to secret addresses that there are not: somebody guesses. */
const GUESSES = { points: 30, seconds: 600 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const hookBody = ({ id, name, madeAt, usedAt }: HookRow) => {
  return { id, name, madeAt: madeAt.getTime(), usedAt: usedAt?.getTime() ?? null };
};
const legs = (count: number): string => (count === 1 ? "1 leg" : `${count} legs`);

/** @throws AppError 404 for what cannot be an id. */
function idOf(text: string | undefined): string {
  if (text === undefined || !UUID.test(text)) throw new AppError("not-found");
  return text;
}

export const registerDrafts =
  ({ orm, drafts, listing, news, rateLimits, publicUrl, clock, log }: DraftRoutes) =>
  (bind: Bind): void => {
    const posts = rateLimits.create({ name: "hook", ...POSTS });
    const guesses = rateLimits.create({ name: "hook-guess", ...GUESSES });
    const now = (): Date => new Date(clock.now());
    const tell = (accountId: string): Promise<void> =>
      news
        .tellUser(accountId, { type: "draft" })
        .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a draft"));

    bind(orderDrafts, async ({ user: { userId } }) => {
      const [hooks, kept] = await Promise.all([drafts.hooks(userId), drafts.drafts(userId, now())]);
      const bodies = kept.map(({ id, hook, note, legs, receivedAt, openedAt }) => {
        return { id, hook, note, legs: [...legs], at: receivedAt.getTime(), openedAt: openedAt?.getTime() ?? null };
      });
      return { data: { hooks: hooks.map(hookBody), drafts: bodies } };
    });

    bind(makeHook, async ({ user: { userId }, body: { name }, http }) => {
      const token = randomBytes(32).toString("base64url");
      const hook = { id: randomUUID(), accountId: userId, name, tokenHash: hashOf(token), madeAt: now() };
      if (!(await drafts.addHook(hook)))
        throw new AppError("conflict", `There are ${MOST_HOOKS} addresses: revoke one`);
      const client = http.get("client");
      await audit(orm, { at: hook.madeAt, action: "hook.made", accountId: userId, address: client.address });
      const url = originOf(client, publicUrl) + joinPath(API_BASE, HOOK_PATH.replace("{token}", token));
      return { data: { ...hookBody({ ...hook, usedAt: null }), url } };
    });

    bind(revokeHook, async ({ user: { userId }, params, http }) => {
      if (!(await drafts.revoke(userId, idOf(params["hook"])))) throw new AppError("not-found");
      const { address } = http.get("client");
      await audit(orm, { at: now(), action: "hook.revoked", accountId: userId, address });
      return { status: "success", message: "The address is revoked" } satisfies ResponseOf<typeof revokeHook>;
    });

    bind(openedDraft, async ({ user: { userId }, params }) => {
      if (!(await drafts.opened(userId, idOf(params["draft"]), now()))) throw new AppError("not-found");
      return { status: "success", message: "Opened" } satisfies ResponseOf<typeof openedDraft>;
    });

    bind(dismissDraft, async ({ user: { userId }, params }) => {
      if (!(await drafts.dismiss(userId, idOf(params["draft"])))) throw new AppError("not-found");
      return { status: "success", message: "Dismissed" } satisfies ResponseOf<typeof dismissDraft>;
    });

    /** @throws AppError 404 without saying why, 429 */
    async function hookOf(token: string, network: string): Promise<HookRow> {
      const wait = await guesses.waitOf(network);
      if (wait > 0) throw new AppError("rate-limited", undefined, { retryAfter: wait });
      const hook = await drafts.byToken(hashOf(token));
      if (hook === undefined) {
        await guesses.take(network);
        throw new AppError("not-found", "There is no such address");
      }
      const tooMany = await posts.take(hook.id);
      if (tooMany > 0) throw new AppError("rate-limited", "Too many drafts a minute", { retryAfter: tooMany });
      return hook;
    }

    bind(postDraft, async ({ params, http }) => {
      const hook = await hookOf(params["token"] ?? "", networkOf(http.get("client").address));
      const { accountId, name } = hook;
      await drafts.used(hook.id, now());
      const { note, legs: wishes } = readHookBody(await http.req.text());
      const resolved = wishes.map((wish) => resolveLeg(wish, listing));
      const endsAt = new Date(dayBegan(clock.now()) + DAY_MS);
      const draft = { id: randomUUID(), accountId, hook: name, note, legs: resolved, endsAt };
      if (!(await drafts.add(draft, now()))) {
        throw new AppError("conflict", `${MOST_DRAFTS} drafts wait already: dismiss some first`);
      }
      await tell(accountId);
      const message = `A draft of ${legs(resolved.length)} waits until it is opened and sent`;
      return { status: "success", message } satisfies ResponseOf<typeof postDraft>;
    });
  };
