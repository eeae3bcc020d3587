/** The practice broker's table of orders that wait for a price. What is written goes with the transaction of who writes it. */
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import type { BookedGtt } from "./booked-gtt.ts";
import { practiceGtt } from "./schema.ts";

export interface GttRepository {
  /** Of all accounts. */
  active(): Promise<readonly BookedGtt[]>;
  /** The oldest first. @param since ms: of those that are over, what ended before is left out. */
  of(accountId: string, since?: number): Promise<readonly BookedGtt[]>;
}

const COLUMNS = {
  id: practiceGtt.id,
  accountId: practiceGtt.accountId,
  status: practiceGtt.status,
  body: practiceGtt.body,
} as const;

type Row = Pick<typeof practiceGtt.$inferSelect, keyof typeof COLUMNS>;
const bookedOf = ({ body, ...row }: Row): BookedGtt => ({ ...body, ...row });

export const createGttRepository = (orm: Orm): GttRepository => ({
  active: async () =>
    (
      await orm.select(COLUMNS).from(practiceGtt).where(eq(practiceGtt.status, "active")).orderBy(asc(practiceGtt.id))
    ).map(bookedOf),
  of: async (accountId, since = 0) =>
    (
      await orm
        .select(COLUMNS)
        .from(practiceGtt)
        .where(
          and(
            eq(practiceGtt.accountId, accountId),
            or(
              eq(practiceGtt.status, "active"),
              sql`(${practiceGtt.body} ->> 'changedAt')::double precision >= ${since}`,
            ),
          ),
        )
        .orderBy(asc(practiceGtt.id))
    ).map(bookedOf),
});

/** @returns it with the number that it has from now on. */
export async function addGtt(
  tx: Transaction,
  { accountId, status, ...body }: Omit<BookedGtt, "id">,
): Promise<BookedGtt> {
  const [row] = await tx.insert(practiceGtt).values({ accountId, status, body }).returning(COLUMNS);
  if (row === undefined) throw new Error("a practice GTT was not written");
  return bookedOf(row);
}

/** @throws Error where one is not active any more: it must not fire twice. */
export async function writeGtts(tx: Transaction, gtts: readonly BookedGtt[]): Promise<void> {
  for (const { id, accountId: _, status, ...body } of gtts) {
    const written = await tx
      .update(practiceGtt)
      .set({ status, body })
      .where(and(eq(practiceGtt.id, id), eq(practiceGtt.status, "active")))
      .returning({ id: practiceGtt.id });
    if (written.length === 0) throw new Error("a practice GTT that is over has changed");
  }
}
