/**
 * How small are a room's frames, and how fast are they decoded? Against JSON of the same ticks (the map of changed
 * contracts that the stock socket sends), and against the 44-byte quote packets of a broker's feed.
 */
import { interleave, median, medianRatio, note, type Row, row, spread } from "../report.ts";
import { futuresRooms } from "./futures-rooms.ts";
import { assertEqual, createClient, createEncoding, decodeAll, record } from "./recording.ts";

export const question = "decode";

const KITE_QUOTE_BYTES = 44;
const SHARE = 0.4;
const FRAMES = 200;
/** The peers are so much slower that a slice of the recording takes them as long as ours takes for all of it. */
const PEER_FRAMES = 12;
const ENCODED_FRAMES = 24;
/** Until compiled code stops changing: both sides get faster for a few hundred calls. */
const WARM_UP_ROUNDS = 200;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const recording = record(FRAMES, SHARE);
  const room = createClient(recording);
  const ticks = sum(recording.ticks);
  const peerTicks = sum(recording.ticks.slice(0, PEER_FRAMES));
  const encodedTicks = sum(recording.ticks.slice(0, ENCODED_FRAMES));
  let kept: unknown;
  const speeds = {
    decode: () => decodeAll(recording, room),
    parse: () => {
      for (let i = 0; i < PEER_FRAMES; i++) kept = JSON.parse(recording.json[i]);
    },
  };
  const encoding = {
    encode: createEncoding(recording, ENCODED_FRAMES),
    stringify: () => {
      for (let i = 0; i < PEER_FRAMES; i++) kept = JSON.stringify(recording.maps[i]);
    },
  };
  interleave(WARM_UP_ROUNDS, speeds);
  assertEqual(recording, room);
  // Slices of half a millisecond: on a busy machine most are over before somebody else gets the core, and a round that
  // was interrupted is one outlier among many.
  const times = interleave(short ? 1_001 : 3_001, speeds);
  interleave(WARM_UP_ROUNDS, encoding);
  const encodeTimes = interleave(short ? 301 : 1_001, encoding);
  if (kept === undefined) throw new Error("nothing was measured");
  const perTick = (values: readonly number[], count: number): number[] => values.map((ms) => (ms * 1e6) / count);
  const [parsed, decoded] = [perTick(times.parse, peerTicks), perTick(times.decode, ticks)];
  const [written, encoded] = [perTick(encodeTimes.stringify, peerTicks), perTick(encodeTimes.encode, encodedTicks)];
  const frameBytes = sum(recording.frames.map((frame) => frame.length));
  const jsonBytes = sum(recording.json.map((text) => Buffer.byteLength(text)));
  return [
    row(question, "bytes per changed instrument-tick / JSON map of changed", frameBytes / jsonBytes),
    row(question, "bytes per changed instrument-tick / Kite 44-byte packets", frameBytes / (ticks * KITE_QUOTE_BYTES)),
    row(question, "decode speed / JSON.parse of the same ticks", medianRatio(parsed, decoded)),
    ...(await futuresRooms(question, 60)),
    note(question, "decode speed, spread of its rounds (quartiles, +-)", spread(parsed, decoded), ""),
    note(question, "encode speed / JSON.stringify of the same ticks", medianRatio(written, encoded), "x"),
    note(question, "bytes per changed instrument-tick", frameBytes / ticks, "B"),
    note(question, "JSON bytes per changed instrument-tick", jsonBytes / ticks, "B"),
    note(question, "share of contracts changed", ticks / FRAMES / recording.market.tokens.length, ""),
    note(question, "fields changed per changed contract", recording.fields / ticks, ""),
    note(question, "decode per instrument-tick", median(decoded), "ns"),
    note(question, "encode per instrument-tick", median(encoded), "ns"),
    note(question, "snapshot", recording.snapshot.length, "B"),
  ];
}
