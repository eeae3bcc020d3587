/**
 * `npm run admin -- <task>`: accounts and the banner, from the machine that runs the server.
 *
 *     list                                every account
 *     create <email> [name]               a new admin, with a random password told once
 *     password <email>                    a new random password; the account's session ends
 *     logout <email>                      ends the account's session
 *     grant <email> <1min|live> <days>    gives days of a plan
 *     revoke <email>                      ends the subscription now
 *     seed                                one user of each kind, where demo accounts are allowed
 *     banner <text> [hours]               one line above everybody's board, for 24 hours unless told
 *     banner off                          ends it
 *     addresses                           by which address of the server whose orders leave
 *     family <email> [holder's email]     its orders leave by the holder's address, or its own serves a whole family
 *     free-address <address|own>          nobody's from now on: the next user who needs one may get it
 *     check-orders [head]                 finds steps of orders that were changed, removed or put in, and the head of an export
 */
import { migrate } from "../platform/database/migrations.ts";
import { taskOf, USAGE } from "./admin/tasks.ts";
import { withDatabase } from "./database/with-database.ts";

const words = process.argv.slice(2);
const task = taskOf(words);
if (task === undefined) {
  const isAsked = words[0] === "--help" || words[0] === "-h";
  (isAsked ? console.log : console.error)(USAGE);
  process.exitCode = isAsked ? 0 : 1;
} else {
  await withDatabase(async (database, env) => {
    await migrate(database);
    await task(database, env);
  });
}
