/**
 * How long until a minute of the whole market is on disk? 55,000 contracts in 640 rooms, through the server's book, against
 * writing the bytes of their minute as plain 32-bit columns (six fields, 1.32 MB) to a file, and fdatasync.
 *
 * In the server the end of a minute is watched, and drafted while it nears. Where the clock jumps there are no drafts,
 * and the whole minute is encoded when it is closed: a row of its own.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, medianRatio, note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { type Closing, CONTRACTS, OpenMarket } from "./open-market.ts";

const PLAIN_BYTES = 55_000 * 6 * 4;
/** The first minutes are compiled. */
const WARM_UP = 8;

interface Round {
  readonly watched: Closing;
  readonly jumped: Closing;
  /** Bare write and fdatasync, in ms. */
  readonly plain: number;
}

async function measure(folder: string, count: number): Promise<Round[]> {
  const market = new OpenMarket();
  const peer = await open(join(folder, "peer"), "w");
  const random = createRandom(1);
  const bytes = new Uint8Array(PLAIN_BYTES).map(() => random.next() * 256);
  const rounds: Round[] = [];
  const bare = async (index: number): Promise<number> => {
    const started = performance.now();
    await peer.write(bytes, 0, bytes.length, index * bytes.length);
    await peer.datasync();
    return performance.now() - started;
  };
  try {
    await market.open(folder);
    for (let index = 0; index < count; index++) {
      const early = index % 2 === 0 ? await bare(index) : undefined;
      const watched = await market.pass(true);
      const plain = early ?? (await bare(index));
      rounds.push({ watched, plain, jumped: await market.pass(false) });
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
    const plain = rounds.map((round) => round.plain);
    const of = (kind: "watched" | "jumped", what: keyof Closing): number[] => rounds.map((round) => round[kind][what]);
    const peer = "bare write and fdatasync of 1.32 MB";
    return [
      row(question, `append of a minute, 55,000 contracts / ${peer}`, medianRatio(of("watched", "append"), plain)),
      row(question, `append of a minute that was not drafted / ${peer}`, medianRatio(of("jumped", "append"), plain)),
      note(question, peer, median(plain), "ms"),
      note(question, "append of a minute", median(of("watched", "append")), "ms"),
      note(question, "append of a minute that was not drafted", median(of("jumped", "append")), "ms"),
      note(question, "end of a minute until it is published", median(of("watched", "published")), "ms"),
      note(question, "the same, not drafted", median(of("jumped", "published")), "ms"),
      note(question, "event loop kept by the end of a minute", median(of("watched", "blocked")), "ms"),
      note(question, "the same, not drafted", median(of("jumped", "blocked")), "ms"),
      note(
        question,
        "event loop kept by the longest poll before it, drafts and packing",
        median(of("watched", "draft")),
        "ms",
      ),
      note(question, "bytes a contract and minute", median(of("watched", "bytes")) / CONTRACTS, "B"),
      note(question, "the same, not drafted", median(of("jumped", "bytes")) / CONTRACTS, "B"),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
