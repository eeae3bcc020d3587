/** How small is a day, and how fast is it there again? Against JSON of the same figures: a recorded day, and a seeded one. */
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { hasField, isPriceField, type RoomDay } from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { decodeRoomDay, encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { daysOfFiles } from "../../server/feeds/simulated/compare/recorded-days.ts";
import { priceTick } from "../../server/market/price-tick.ts";
import { EXPIRY_DAY, recordingsFolder } from "../../server/testing/market/recordings.ts";
import { absent, interleave, median, medianRatio, note, type Row, row } from "../report.ts";
import { createRoomDay, DAY_FIELDS } from "../synthetic/room-day.ts";

/** {token: [an array a field]}, prices in rupees, null where there is nothing: what the open-interest call answers. */
function toJson({ tokens, minutes, priceScale }: RoomDay): string {
  const map: Record<string, (number | null)[][]> = {};
  const slots = [...minutes.state.keys()];
  for (let line = 0; line < tokens.length; line++) {
    map[tokens.token[line]] = DAY_FIELDS.map((field) =>
      slots.map((slot) => {
        const value = hasField(minutes.fields, field) ? minutes.columns[field][slot * minutes.stride + line] : ABSENT;
        return value === ABSENT ? null : value / (isPriceField(field) ? priceScale : 1);
      }),
    );
  }
  return JSON.stringify(map);
}

/** A figure counts only if what was decoded is what was encoded. */
function assertSame(day: RoomDay, read: RoomDay): void {
  const { minutes, tokens } = day;
  for (const [field, column] of minutes.columns.entries()) {
    if (column.length === 0) continue;
    for (const [slot, state] of minutes.state.entries()) {
      for (let line = 0; state !== 0 && line < tokens.length; line++) {
        if (read.minutes.columns[field][slot * read.minutes.stride + line] !== column[slot * minutes.stride + line])
          throw new Error(`${day.room}, field ${field}, slot ${slot}, row ${line} came back changed`);
      }
    }
  }
}

/** The first loads are compiled: a reader of one day reads many rooms of it. */
const WARM_UP = 4;

interface Sizes {
  readonly json: Buffer;
  readonly gzipJson: Buffer;
  readonly blob: Uint8Array;
  readonly brotli: Buffer;
}

function encodings(day: RoomDay): Sizes {
  const json = Buffer.from(toJson(day));
  const blob = encodeRoomDay(day, priceTick(day));
  assertSame(day, decodeRoomDay(blob).day);
  const brotli = brotliCompressSync(blob, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { json, gzipJson: gzipSync(json), blob, brotli };
}

const total = (sizes: readonly Sizes[], of: keyof Sizes): number =>
  sizes.reduce((sum, size) => sum + size[of].length, 0);

export async function blobRows(question: string, short: boolean): Promise<Row[]> {
  const day = createRoomDay(20_260_814);
  const { json, gzipJson, blob, brotli } = encodings(day);
  const figures = day.tokens.length * day.minutes.slots * DAY_FIELDS.length;
  const text = json.toString();
  let kept: unknown;
  const competitors = {
    load: () => {
      kept = decodeRoomDay(brotliDecompressSync(brotli));
    },
    parse: () => {
      kept = JSON.parse(gunzipSync(gzipJson).toString());
    },
    decode: () => {
      kept = decodeRoomDay(blob);
    },
    parseOnly: () => {
      kept = JSON.parse(text);
    },
    encode: () => {
      kept = encodeRoomDay(day, priceTick(day));
    },
  };
  interleave(WARM_UP, competitors);
  const times = interleave(short ? 9 : 21, competitors);
  if (kept === undefined) throw new Error("nothing was measured");
  return [
    ...(await recordedRows(question)),
    row(question, "seeded room-day, brotli 4 / JSON", brotli.length / json.length),
    row(question, "seeded room-day, brotli 4 / gzip JSON", brotli.length / gzipJson.length),
    row(question, "load of a room-day / gunzip and JSON.parse", medianRatio(times.load, times.parse)),
    note(question, "room-day decode time / JSON.parse", medianRatio(times.decode, times.parseOnly), "x"),
    note(question, "room-day blob, uncompressed", blob.length / figures, "B/value"),
    note(question, "room-day blob, brotli 4", brotli.length / figures, "B/value"),
    note(question, "room-day blob, gzip 6", gzipSync(blob).length / figures, "B/value"),
    note(question, "room-day JSON", json.length / figures, "B/value"),
    note(question, "room-day encode", median(times.encode), "ms"),
    note(question, "room-day load", median(times.load), "ms"),
  ];
}

const RECORDED = ["recorded day, brotli 4 / JSON", "recorded day, brotli 4 / gzip JSON"] as const;

/** All rooms of a recorded expiry day together. The blobs hold the bids and asks as well, the JSON does not. */
async function recordedRows(question: string): Promise<Row[]> {
  const folder = recordingsFolder();
  if (folder === undefined) return RECORDED.map((what) => absent(question, what, "not present (MARKET_DATA)"));
  const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };
  const { days } = await daysOfFiles([join(folder, EXPIRY_DAY)], quiet);
  const sizes: Sizes[] = [];
  for await (const { rooms } of days) sizes.push(...rooms.map(encodings));
  return [
    row(question, RECORDED[0], total(sizes, "brotli") / total(sizes, "json")),
    row(question, RECORDED[1], total(sizes, "brotli") / total(sizes, "gzipJson")),
  ];
}
