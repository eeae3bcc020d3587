import { journalRows } from "./journal.ts"; import { printTable } from "../report.ts";
const s=performance.now(); printTable(await journalRows("archive", true)); console.log(performance.now()-s);
