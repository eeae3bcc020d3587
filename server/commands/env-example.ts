/** `npm run env:example`: writes `.env.example` from the schema of the environment. */
import { writeFileSync } from "node:fs";
import { envExample } from "../platform/env/example.ts";

writeFileSync(".env.example", envExample());
console.log(".env.example written");
