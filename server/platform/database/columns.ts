/** Kinds of columns that every schema has. */
import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** An instant. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
