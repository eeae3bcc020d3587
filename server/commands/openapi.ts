/** `npm run openapi`: writes `server/openapi.json` from the contract's calls. */
import { writeFileSync } from "node:fs";
import * as accounts from "#contract/wire/http/accounts.ts";
import * as admin from "#contract/wire/http/admin.ts";
import type { Call } from "#contract/wire/http/call.ts";
import * as futures from "#contract/wire/http/futures.ts";
import * as market from "#contract/wire/http/market.ts";
import * as operator from "#contract/wire/http/operator.ts";
import * as payments from "#contract/wire/http/payments.ts";
import * as report from "#contract/wire/http/report.ts";
import { documentOf } from "../platform/http/document-call.ts";

const isCall = (value: object): value is Call => "path" in value && "method" in value && "access" in value;

const exported: readonly unknown[] = [accounts, payments, admin, report, market, futures, operator].flatMap((calls) =>
  Object.values<unknown>(calls),
);
const calls = exported.filter((value) => typeof value === "object" && value !== null).filter(isCall);
writeFileSync("server/openapi.json", `${JSON.stringify(documentOf(calls), undefined, 2)}\n`);
console.log(`server/openapi.json written: ${calls.length} calls`);
