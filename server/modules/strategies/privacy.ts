/**
 * What is private by choice: legs that the user's browser seals under a key the server never has. The server sees to two
 * things: while it is on no legs are kept open, and the wrapped key outlives every strategy that needs it.
 */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { deletePrivateKey, loadPrivateKey, savePrivateKey } from "#contract/wire/http/private-key.ts";
import { SavedStrategy } from "#contract/wire/http/strategies.ts";
import { STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { openKept, type Sealing } from "../../platform/users/sealing.ts";
import type { PrivateKeyRepository } from "./private-key-repository.ts";

export const isPrivate = ({ private: envelope }: { readonly private?: unknown }): boolean => envelope !== undefined;

/** All that may lie open beside an envelope. */
const OPEN_FIELDS = new Set(["_id", "name", "symbolName", "expiry", "date", "strategy", "private"]);

/**
 * @param mustBePrivate the account seals its strategies; else none may be sealed: its key may be gone
 * @throws AppError 409, 400 for an envelope with something open beside it
 */
export function refuseUnlike(mustBePrivate: boolean, sent: readonly SavedStrategy[]): void {
  for (const one of sent) {
    if (isPrivate(one) !== mustBePrivate)
      throw new AppError(
        "conflict",
        mustBePrivate
          ? "Your strategies are private by choice: unlock them, then save again"
          : "Your strategies are no longer private by choice: save again",
      );
    if (isPrivate(one) && (one.strategy.length > 0 || Object.keys(one).some((field) => !OPEN_FIELDS.has(field))))
      throw new AppError("bad-request", "strategy.private: something lies open beside it");
  }
}

interface PrivacyDeps {
  readonly keys: PrivateKeyRepository;
  readonly sealing: Sealing;
  readonly clock: WallClock;
}

export function registerPrivacy(bind: Bind, { keys, sealing, clock }: PrivacyDeps): void {
  bind(loadPrivateKey, async ({ user }) => ({ key: (await keys.load(user.userId)) ?? null }));
  bind(savePrivateKey, async ({ user, body }) => {
    if (!(await keys.save(user.userId, body.key, new Date(clock.now()))))
      throw new AppError("conflict", "Another browser has chosen a passphrase meanwhile: load the page again");
    return { status: "success" } satisfies ResponseOf<typeof savePrivateKey>;
  });
  bind(deletePrivateKey, async ({ user }) => {
    const sealer = sealing(user.userId);
    const isFree = await keys.remove(user.userId, async (strategies) => {
      const opened = await Promise.all(strategies.map(({ sealed }) => openKept(sealer, STRATEGY_PURPOSE, sealed)));
      return !opened.some((one) => isPrivate(SavedStrategy.parse(one)));
    });
    if (!isFree) throw new AppError("conflict", "Strategies are sealed still: open or delete them first");
    return { status: "success" } satisfies ResponseOf<typeof deletePrivateKey>;
  });
}
