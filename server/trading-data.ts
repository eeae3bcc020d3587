/** What is kept of a user's connections to brokers, and of limits and switches of orders, for the user's export. */
import { eq } from "drizzle-orm";
import { brokerSession, orderFamily } from "./modules/brokers/schema.ts";
import { orderGuard, orderStop, strategyStop } from "./modules/orders/schema.ts";
import type { Orm } from "./platform/database/db.ts";
import type { PersonalData } from "./platform/users/personal-data.ts";

/** undefined: nothing is kept. */
const unlessNone = <Row>(rows: readonly Row[]): readonly Row[] | undefined => (rows.length === 0 ? undefined : rows);

export function registerTradingData(personalData: PersonalData, orm: Orm): void {
  personalData.register("brokerSessions", async (accountId) =>
    unlessNone(
      await orm
        .select({
          broker: brokerSession.broker,
          client: brokerSession.brokerUserId,
          name: brokerSession.name,
          startedAt: brokerSession.startedAt,
          endsAt: brokerSession.endsAt,
          endedAt: brokerSession.endedAt,
          endReason: brokerSession.endReason,
        })
        .from(brokerSession)
        .where(eq(brokerSession.accountId, accountId))
        .orderBy(brokerSession.startedAt),
    ),
  );
  personalData.register("orderLimits", async (accountId) => {
    const [limits] = await orm.select().from(orderGuard).where(eq(orderGuard.accountId, accountId));
    if (limits === undefined) return undefined;
    const { accountId: _, ...own } = limits;
    return own;
  });
  personalData.register("orderStops", async (accountId) => {
    const stops = await orm.select().from(orderStop).where(eq(orderStop.accountId, accountId));
    const strategies = await orm
      .select({ strategy: strategyStop.strategy, thrownAt: strategyStop.thrownAt })
      .from(strategyStop)
      .where(eq(strategyStop.accountId, accountId));
    // Whoever runs the server is named by nothing more.
    const all = stops.map(({ thrownAt, actor }) => ({ thrownAt, isOwn: actor === accountId }));
    return all.length + strategies.length === 0 ? undefined : { all, strategies };
  });
  personalData.register("orderFamily", async (accountId) => {
    const [family] = await orm.select().from(orderFamily).where(eq(orderFamily.accountId, accountId));
    // Whose address it is, where it is another's, is the other's.
    return family && { usesOwnAddress: family.holder === accountId };
  });
}
