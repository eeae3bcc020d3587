/** `npm run migrate`: brings the database up to date. The server does the same when it starts. */
import { migrate } from "../platform/database/migrations.ts";
import { withDatabase } from "./database/with-database.ts";

await withDatabase(async (database) => {
  const applied = await migrate(database);
  console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
});
