/**
 * "Let's Be Rational", the native code that others are measured by: compiled from a checkout on this machine, with a
 * driver of ours, by `g++ -O3 -march=native`. Its sources are free to use but in no registry, so the bench is told where they are.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WorkloadChain } from "#kernel/testing/workload.ts";

export interface NativePeer {
  /** Prices the workload `passes` times in a process of its own; @returns ns of the chains' middle passes, added up. */
  pass(passes: number): number;
  /** IVs: chain after chain, all calls, then all puts; 0 where there is none. */
  ivs(): number[];
  remove(): void;
}

const DRIVER = fileURLToPath(new URL("lets-be-rational.cpp", import.meta.url));
const PARTS = ["lets_be_rational.cpp", "erf_cody.cpp", "rationalcubic.cpp", "normaldistribution.cpp"];
const FLAGS = ["-O3", "-march=native", "-DNDEBUG", "-DNO_XL_API", "-std=c++17", "-fpermissive", "-w"];

/** @throws Error when the folder holds no such sources, or they do not compile */
export function buildNativePeer(checkout: string, workload: readonly WorkloadChain[]): NativePeer {
  const main = readdirSync(checkout, { recursive: true, encoding: "utf8" }).find((file) => file.endsWith(PARTS[0]!));
  if (main === undefined) throw new Error(`--native ${checkout}: no ${PARTS[0]} in this folder`);
  const sources = dirname(join(checkout, main));
  const isOlder = !readFileSync(join(checkout, main), "utf8").includes("ImpliedBlackVolatility");
  const aside = mkdtempSync(join(tmpdir(), "strikeboard-bench-"));
  const [driver, input] = [join(aside, "driver"), join(aside, "workload")];
  const parts = PARTS.map((part) => join(sources, part));
  const names = isOlder ? ["-DOLDER_NAME"] : [];
  const remove = () => rmSync(aside, { recursive: true, force: true });
  try {
    run("g++", [...FLAGS, ...names, "-I", sources, DRIVER, ...parts, "-o", driver]);
    writeFileSync(input, Buffer.concat(workload.map(chainBytes)));
  } catch (error) {
    remove();
    throw error;
  }
  return {
    pass: (passes) => Number(run(driver, [input, String(passes)])),
    ivs: () => numbers(run(driver, [input, "0"])),
    remove,
  };
}

function chainBytes({ underlying, years, rate, length, strike, callPrice, putPrice }: WorkloadChain): Buffer {
  const head = [underlying, years, rate, length];
  return Buffer.from(Float64Array.from([...head, ...strike, ...callPrice, ...putPrice]).buffer);
}

const numbers = (text: string): number[] => text.trim().split("\n").map(Number);

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`, { cause: error });
  return stdout;
}
