/**
 * The free trial of a user who has connected a broker: 14 days, once per user, whichever broker it was. It needs a confirmed
 * address besides: an address has one trial.
 */
import { eq } from "drizzle-orm";
import { BROKER_TRIAL_DAYS } from "#contract/domain/account/plans.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { audit } from "../../platform/users/audit.ts";
import { CONFIRM_MAIL } from "../accounts/account-mail.ts";
import { extendSubscription } from "../accounts/entitlements.ts";
import { account } from "../accounts/schema.ts";
import { TRIAL_USED, type Trials } from "./trials.ts";

export interface BrokerTrial {
  readonly accountId: string;
  /** The id of the one that is connected. */
  readonly broker: string;
  readonly address: string;
}

export interface BrokerTrialDeps {
  readonly database: Pick<Database, "orm">;
  readonly mailer: Pick<Mailer, "queue">;
  readonly trials: Pick<Trials, "spend">;
  readonly clock: WallClock;
}

const UNCONFIRMED =
  "Please confirm your e-mail address first, with the link of our newest message to it; where none of them works any more, another is on its way";

/**
 * @throws AppError 403 without a confirmed address, which gets a link then, and the second time, however close the two are.
 */
export async function activateBrokerTrial(
  { database, clock, trials, mailer }: BrokerTrialDeps,
  { accountId, broker, address }: BrokerTrial,
): Promise<void> {
  const { orm } = database;
  const [own] = await orm.select().from(account).where(eq(account.id, accountId));
  if (!own?.confirmedAt) {
    // The link of the sign-up may be over; how many of them work at once is limited where they are made.
    if (own !== undefined) await mailer.queue(orm, { kind: CONFIRM_MAIL, to: own.email });
    throw new AppError("forbidden", UNCONFIRMED);
  }
  const now = new Date(clock.now());
  await orm.transaction(async (tx) => {
    const isFirst = await trials.spend(tx, { accountId, kind: "broker", broker, usedAt: now });
    if (!isFirst) throw new AppError("forbidden", TRIAL_USED);
    await extendSubscription(tx, accountId, {
      key: `broker-trial:${accountId}`,
      plan: "live",
      days: BROKER_TRIAL_DAYS,
      source: "brokerTrial",
      period: "broker-trial",
      now,
    });
    await audit(tx, { at: now, action: "trial.broker", accountId, address, detail: { broker } });
  });
}
