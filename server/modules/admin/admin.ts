/** The administrators' calls: who the users are, and how many got what. Looking is audited. */
import { permission, userStats, users } from "#contract/wire/http/admin.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { audit } from "../../platform/users/audit.ts";
import { countPeriods, readMembers, userOf } from "./user-list.ts";

export interface AdminDeps {
  readonly database: Database;
  readonly clock: WallClock;
}

export const adminModule =
  ({ database, clock }: AdminDeps) =>
  (bind: Bind): void => {
    bind(permission, ({ user }) => ({ permission: user.admin }));

    bind(users, async ({ user, http }) => {
      const now = clock.now();
      const members = await readMembers(database.orm);
      const { address } = http.get("client");
      const detail = { users: members.length };
      await audit(database.orm, { at: new Date(now), action: "admin.users", accountId: user.userId, address, detail });
      return { data: { data: { doc: members.map((member) => userOf(member, now)) } } };
    });

    bind(userStats, async () => {
      const members = await readMembers(database.orm);
      return { data: { ...countPeriods(members, clock.now()), brokerTrials: await brokerTrials(database) } };
    });
  };

/** Free trials ever activated, by the broker's id. */
async function brokerTrials({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ broker: string; count: number }>(
    "select broker, count(*)::int as count from trial_use where kind = 'broker' group by broker order by broker",
  );
  return Object.fromEntries(rows.map(({ broker, count }) => [broker, count]));
}
