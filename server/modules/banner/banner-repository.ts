/** Reads and writes banners. Only the newest counts: whoever shows another one ends it with that. */
import { desc, eq } from "drizzle-orm";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import { banner, type StoredBanner } from "./schema.ts";

export interface BannerRepository {
  /** The newest, whether it has ended or not. */
  newest(): Promise<StoredBanner | undefined>;
  /** @returns its id, greater than every one before. */
  insert(fresh: Omit<StoredBanner, "id">): Promise<number>;
  end(id: number, at: Date): Promise<void>;
}

export function createBannerRepository(orm: Orm | Transaction): BannerRepository {
  return {
    async newest() {
      const rows = await orm.select().from(banner).orderBy(desc(banner.id)).limit(1);
      return rows[0];
    },
    async insert(fresh) {
      const rows = await orm.insert(banner).values(fresh).returning({ id: banner.id });
      const [row] = rows;
      if (row === undefined) throw new Error("the banner was not stored");
      return row.id;
    },
    async end(id, at) {
      await orm.update(banner).set({ endsAt: at }).where(eq(banner.id, id));
    },
  };
}
