/** How far an import is: one line that is written over on a terminal, a line now and then elsewhere. On stderr: stdout has the report. */
import type { ImportProgress } from "../formats/file-reading.ts";

export interface ProgressStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

/** Milliseconds between two lines about one file. */
const BETWEEN = { terminal: 100, elsewhere: 5000 };
const CLEAR_LINE = "\r\u001b[K";

/** @param monotonic milliseconds. */
export function createImportProgress(stream: ProgressStream, monotonic: () => number): ImportProgress {
  const [before, after] = stream.isTTY === true ? [CLEAR_LINE, ""] : ["", "\n"];
  const pause = stream.isTTY === true ? BETWEEN.terminal : BETWEEN.elsewhere;
  let reading = { name: "", size: 1 };
  let told = 0;
  const tell = (words: string): void => {
    told = monotonic();
    stream.write(before + words + after);
  };
  return {
    begin(name, size) {
      reading = { name, size };
      tell(`reading ${name}`);
    },
    update(bytes, lines) {
      if (monotonic() - told < pause) return;
      const { name, size } = reading;
      tell(`reading ${name}: ${Math.floor((bytes / size) * 100)} %, ${lines.toLocaleString("en-US")} rows`);
    },
    end: () => stream.write(before),
  };
}
