/**
 * The free trial of a user who has connected a broker: 14 days, once per user, whichever broker it was. It needs a confirmed
 * address besides: an address has one trial.
 */
import { eq } from "drizzle-orm";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import { BROKER_TRIAL_DAYS } from "#contract/domain/account/plans.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import { audit } from "../../platform/users/audit.ts";
import { extendSubscription } from "../accounts/entitlements.ts";
import { account } from "../accounts/schema.ts";
import { TRIAL_USED, type Trials } from "./trials.ts";

export interface BrokerTrial {
  readonly accountId: string;
  /** Its id. */
  readonly broker: string;
  readonly address: string;
}

const UNCONFIRMED =
  "Please confirm your e-mail address first: the link is in the message that we sent when you signed up";

/**
 * @throws AppError 400 for a broker that is none of ours, 403 without a confirmed address, and the second time, however close
 * the two are.
 */
export async function activateBrokerTrial(
  database: Database,
  clock: WallClock,
  trials: Pick<Trials, "spend">,
  { accountId, broker, address }: BrokerTrial,
): Promise<void> {
  if (brokerOf(broker) === undefined) throw new AppError("bad-request", "There is no such broker");
  const now = new Date(clock.now());
  await database.orm.transaction(async (tx) => {
    const [own] = await tx.select({ at: account.confirmedAt }).from(account).where(eq(account.id, accountId));
    if (!own?.at) throw new AppError("forbidden", UNCONFIRMED);
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
