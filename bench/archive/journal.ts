/**
 * How long until a minute of the whole market is on disk? 55,000 contracts in 640 rooms, through the server's book and
 * journal, against a bare write of as many bytes to a file, and fdatasync.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, medianRatio, note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { type Closing, CONTRACTS, OpenMarket } from "./open-market.ts";

/** More than a minute takes, whatever changed. */
const MOST_BYTES = 55_000 * 72;
/** The first minutes are compiled. */
const WARM_UP = 8;

interface Round extends Closing {
  /** Bare write and fdatasync of the round's bytes, in ms. */
  readonly plain: number;
}

async function measure(folder: string, count: number): Promise<Round[]> {
  const market = new OpenMarket();
  const peer = await open(join(folder, "peer"), "w");
  const random = createRandom(1);
  const bytes = new Uint8Array(MOST_BYTES).map(() => random.next() * 256);
  const rounds: Round[] = [];
  let end = 0;
  const bare = async (length: number): Promise<number> => {
    const started = performance.now();
    await peer.write(bytes, 0, length, end);
    await peer.datasync();
    end += length;
    return performance.now() - started;
  };
  try {
    await market.open(folder);
    let length = MOST_BYTES;
    for (let index = 0; index < count; index++) {
      // Minutes are as long as each other: in every second round the peer writes first.
      const early = index % 2 === 0 ? await bare(length) : undefined;
      const closing = await market.pass();
      length = closing.bytes;
      rounds.push({ ...closing, plain: early ?? (await bare(length)) });
    }
    return rounds.slice(WARM_UP);
  } finally {
    await market.stop();
    await peer.close();
  }
}

export async function journalRows(question: string, short: boolean): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "strikeboard-bench-"));
  try {
    const rounds = await measure(folder, short ? 28 : 120);
    const of = (what: keyof Round): number[] => rounds.map((round) => round[what]);
    const peer = "bare write and fdatasync of its bytes";
    return [
      row(question, `append of a minute, 55,000 contracts / ${peer}`, medianRatio(of("append"), of("plain"))),
      note(question, peer, median(of("plain")), "ms"),
      note(question, "append of a minute", median(of("append")), "ms"),
      note(question, "end of a minute until it is published", median(of("published")), "ms"),
      note(question, "event loop held by the end of a minute", median(of("blocked")), "ms"),
      note(question, "bytes a contract and minute", median(of("bytes")) / CONTRACTS, "B"),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
