/** Servers that are weighed allocate as in the image (Dockerfile). */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const LIBRARY = "libjemalloc.so.2";
/** Debian keeps libraries by what they were built for. */
const FOLDER = "/usr/lib";

/** Environment of such a process; undefined where the library is not installed. */
export function imageAllocator(): Readonly<Record<string, string>> | undefined {
  if (!readdirSync(FOLDER).some((target) => existsSync(join(FOLDER, target, LIBRARY)))) return undefined;
  return { LD_PRELOAD: LIBRARY, MALLOC_CONF: "background_thread:true,dirty_decay_ms:5000,muzzy_decay_ms:0" };
}
