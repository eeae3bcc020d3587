/** Every call of the public API: what its document lists. */
import * as accounts from "#contract/wire/http/accounts.ts";
import * as admin from "#contract/wire/http/admin.ts";
import type { Call } from "#contract/wire/http/call.ts";
import * as futures from "#contract/wire/http/futures.ts";
import * as market from "#contract/wire/http/market.ts";
import * as operator from "#contract/wire/http/operator.ts";
import * as orderDrafts from "#contract/wire/http/order-drafts.ts";
import * as orders from "#contract/wire/http/orders.ts";
import * as payments from "#contract/wire/http/payments.ts";
import * as privateKey from "#contract/wire/http/private-key.ts";
import * as report from "#contract/wire/http/report.ts";
import * as scanner from "#contract/wire/http/scanner.ts";
import * as settings from "#contract/wire/http/settings.ts";
import * as strategies from "#contract/wire/http/strategies.ts";
import * as strategyWatch from "#contract/wire/http/strategy-watch.ts";

export const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "path" in value && "method" in value && "access" in value;

export const PUBLIC_CALLS: readonly Call[] = [
  accounts,
  payments,
  admin,
  report,
  settings,
  strategies,
  privateKey,
  market,
  futures,
  scanner,
  operator,
  orders,
  orderDrafts,
  strategyWatch,
].flatMap((calls) => Object.values<unknown>(calls).filter(isCall));
