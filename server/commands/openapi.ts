/** `npm run openapi`: writes `server/openapi.json` from the contract's calls. */
import { writeFileSync } from "node:fs";
import { documentOf } from "../platform/http/document-call.ts";
import { PUBLIC_CALLS } from "../platform/http/public-calls.ts";

writeFileSync("server/openapi.json", `${JSON.stringify(documentOf(PUBLIC_CALLS), undefined, 2)}\n`);
console.log(`server/openapi.json written: ${PUBLIC_CALLS.length} calls`);
