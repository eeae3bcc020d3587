/** How heavy is the module: what a browser fetches, and what it spends before the first call. */
import { gzipSync } from "node:zlib";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createKernel } from "#kernel/kernel.ts";
import { createWorkload } from "#kernel/testing/workload.ts";
import { VARIANTS } from "#kernel/variant.ts";
import { readQuantBytes } from "../../assembly/load.mjs";
import { median, note, type Row, row } from "../report.ts";

/** Modules made so far in this process. */
let seen = 0;

/** Few: V8 sets gigabytes of addresses aside for each instance, and collects garbage before it runs out of them. */
const ROUNDS = 25;

export function moduleRows(question: string): Row[] {
  const sizes = VARIANTS.map((variant) => ({ variant, bytes: gzipSync(readQuantBytes(variant), { level: 9 }).length }));
  const kilobytes = (bytes: number): number => bytes / 1000;
  return [
    row(question, "module, gzip, the largest of its builds", kilobytes(Math.max(...sizes.map(({ bytes }) => bytes)))),
    ...startRows(question),
    ...sizes.map(({ variant, bytes }) => note(question, `module, gzip: ${variant} build`, kilobytes(bytes), "kB")),
  ];
}

function startRows(question: string): Row[] {
  const bytes = readQuantBytes();
  const chain = createWorkload()[0]!;
  const model = { model: "spot", ...chain } as const;
  const out = createChainGreeks(chain.length);
  const [starts, firsts]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const unseen = withName(bytes, `module ${seen++}`);
    const before = performance.now();
    const kernel = createKernel(new WebAssembly.Module(unseen));
    const ready = performance.now();
    kernel.priceChain(chain, model, out);
    starts.push(ready - before);
    firsts.push(performance.now() - ready);
  }
  return [
    row(question, "module, compile and instantiate", median(starts)),
    note(question, "module, first chain of 200 contracts", median(firsts), "ms"),
  ];
}

/** The same module with a custom section of its own: V8 keeps what it has compiled by its bytes, and would not compile again. */
function withName(bytes: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(name);
  return Uint8Array.from([...bytes, 0, text.length + 1, text.length, ...text]);
}
