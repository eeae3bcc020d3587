/** What the system says of a process. */
import { readFileSync } from "node:fs";

/** Of a tick of the kernel's clock. */
const HERTZ = 100;

/** Seconds of the processor that it has had. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / HERTZ;
}

/** MB of memory that it has in hand. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
