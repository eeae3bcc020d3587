/** Reads and writes accounts. */
import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import { type Account, account } from "./schema.ts";
import type { Subscription } from "./subscription.ts";

/** What a new account is made from; everything else starts empty. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly admin?: boolean;
  readonly demo?: boolean;
  readonly plan?: Account["plan"];
  readonly planPaid?: boolean;
  readonly validUntil?: Date;
  /** The id of the account whose referral link was used. */
  readonly referredBy?: string | undefined;
  readonly confirmedAt?: Date;
}

export type AccountChange = Partial<Pick<Account, "passwordHash" | "confirmedAt"> & Subscription>;

export interface AccountRepository {
  byEmail(email: string): Promise<Account | undefined>;
  byId(id: string): Promise<Account | undefined>;
  /** Whose referral link has the code. */
  byReferralCode(code: string): Promise<Account | undefined>;
  hasAdmin(): Promise<boolean>;
  all(): Promise<readonly Account[]>;
  /** @returns undefined when the address is taken, in whatever case. */
  insert(fresh: NewAccount): Promise<Account | undefined>;
  update(id: string, change: AccountChange): Promise<void>;
}

export function createAccountRepository(orm: Orm | Transaction): AccountRepository {
  return {
    async byEmail(email) {
      const rows = await orm
        .select()
        .from(account)
        .where(eq(sql`lower(${account.email})`, email.trim().toLowerCase()));
      return rows[0];
    },
    async byId(id) {
      const rows = await orm.select().from(account).where(eq(account.id, id));
      return rows[0];
    },
    async byReferralCode(code) {
      const rows = await orm.select().from(account).where(eq(account.referralCode, code));
      return rows[0];
    },
    async hasAdmin() {
      const rows = await orm.select({ id: account.id }).from(account).where(eq(account.admin, true)).limit(1);
      return rows.length > 0;
    },
    all: () => orm.select().from(account).orderBy(account.createdAt),
    async insert(fresh) {
      const rows = await orm
        .insert(account)
        .values({
          admin: false,
          demo: false,
          planPaid: false,
          pendingLiveDays: 0,
          pendingLivePaid: false,
          pendingOneMinDays: 0,
          ...fresh,
          email: fresh.email.trim(),
          id: randomUUID(),
          referralCode: randomBytes(6).toString("hex"),
        })
        .onConflictDoNothing()
        .returning();
      return rows[0];
    },
    async update(id, change) {
      await orm.update(account).set(change).where(eq(account.id, id));
    },
  };
}
