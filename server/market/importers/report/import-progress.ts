/** How far an import is: a bar on a terminal, a line now and then elsewhere. On stderr: stdout has the report. */
import { Presets, SingleBar } from "cli-progress";
import type { ImportProgress } from "../formats/file-reading.ts";

export interface ProgressStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

/** @param monotonic milliseconds. */
export const createImportProgress = (stream: ProgressStream, monotonic: () => number): ImportProgress =>
  stream.isTTY === true ? barProgress(stream) : lineProgress(stream, monotonic);

function barProgress(stream: ProgressStream): ImportProgress {
  let bar: SingleBar | undefined;
  return {
    begin(name, bytes) {
      bar = new SingleBar(
        { stream, format: "{bar} {percentage} %  {name}  {lines} rows", hideCursor: true, clearOnComplete: true },
        Presets.shades_classic,
      );
      bar.start(bytes, 0, { name, lines: "0" });
    },
    update: (bytes, lines) => bar?.update(bytes, { lines: lines.toLocaleString("en-US") }),
    end: () => bar?.stop(),
  };
}

/** Between two lines about one file. */
const QUIET_MS = 5000;

function lineProgress(stream: ProgressStream, monotonic: () => number): ImportProgress {
  let file = "";
  let size = 1;
  let told = 0;
  return {
    begin(name, bytes) {
      file = name;
      size = bytes;
      told = monotonic();
      stream.write(`reading ${file}\n`);
    },
    update(bytes, lines) {
      if (monotonic() - told < QUIET_MS) return;
      told = monotonic();
      stream.write(`reading ${file}: ${Math.floor((bytes / size) * 100)} %, ${lines.toLocaleString("en-US")} rows\n`);
    },
    end: () => undefined,
  };
}
