/** What the operator does with the banner: shows one for some hours, or ends it. Both are audited, and news to everybody. */

import type { Orm, Transaction } from "../../platform/database/db.ts";
import { recordNews } from "../../platform/news/news-store.ts";
import { StartError } from "../../platform/start-error.ts";
import { audit } from "../../platform/users/audit.ts";
import { createBannerRepository } from "./banner-repository.ts";
import type { StoredBanner } from "./schema.ts";

const MAX_LENGTH = 200;
const MAX_HOURS = 720;
const HOUR_MS = 3600_000;
/** Breaks of lines, and other characters that are not text. */
const NO_TEXT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Shows the message in place of the one before.
 * @param message one line of at most 200 characters.
 * @param hours from 1 to 720.
 * @throws StartError for another message or number.
 */
export async function showBanner(orm: Orm, message: string, hours: number, now: Date): Promise<StoredBanner> {
  const text = message.trim();
  if (text === "") throw new StartError("A banner needs a message.");
  if (NO_TEXT.test(text)) throw new StartError("A banner is one line of plain text.");
  const { length } = [...text];
  if (length > MAX_LENGTH) throw new StartError(`A banner has at most ${MAX_LENGTH} characters; this has ${length}.`);
  if (!Number.isInteger(hours) || hours < 1 || hours > MAX_HOURS) {
    throw new StartError(`A banner is shown for 1 to ${MAX_HOURS} whole hours.`);
  }
  const fresh = { message: text, shownAt: now, endsAt: new Date(now.getTime() + hours * HOUR_MS) };
  return orm.transaction(async (tx) => {
    const id = await createBannerRepository(tx).insert(fresh);
    await recordBanner(tx, { id, ...fresh });
    await audit(tx, { at: now, action: "banner.shown", actor: "operator", detail: { banner: id, hours } });
    return { id, ...fresh };
  });
}

/** @returns the banner that was shown until now; undefined where there was none. */
export async function endBanner(orm: Orm, now: Date): Promise<StoredBanner | undefined> {
  return orm.transaction(async (tx) => {
    const repository = createBannerRepository(tx);
    const shown = await repository.newest();
    if (shown === undefined || shown.endsAt <= now) return undefined;
    await repository.end(shown.id, now);
    await recordBanner(tx, { ...shown, endsAt: now });
    await audit(tx, { at: now, action: "banner.ended", actor: "operator", detail: { banner: shown.id } });
    return shown;
  });
}

const recordBanner = (tx: Transaction, { id, message, endsAt }: StoredBanner): Promise<void> =>
  recordNews(tx, null, [{ type: "banner", id, message, endsAt: endsAt.toISOString() }]);
