/** `npm run openapi`: writes `server/openapi.json` from the contract's calls. */
import { writeFileSync } from "node:fs";
import { documentOf } from "../platform/http/document-call.ts";
import { CONTRACT_CALLS } from "./contract-calls.ts";

writeFileSync("server/openapi.json", `${JSON.stringify(documentOf(CONTRACT_CALLS), undefined, 2)}\n`);
console.log(`server/openapi.json written: ${CONTRACT_CALLS.length} calls`);
