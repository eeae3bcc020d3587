/** What futures usually trade, for scans that ask for it. Finished days are where the calls are; live columns where the feed is. */
import { compileScan, type ScanField } from "#contract/domain/formula/scan.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import { type BarDays, readDocument } from "#contract/wire/documents.ts";
import { averageVolumes } from "#market/futures/average-volume.ts";
import { AppError } from "../../platform/errors.ts";
import type { ReplyBlob } from "../../platform/http/blob-reply.ts";
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { MarketView } from "../market-view.ts";
import type { ScanQuestion } from "./scan-question.ts";

const FIELD: ScanField = "Avg Vol";
const NONE = {
  pending: `The days that ${FIELD} is the mean of are still being read. The scan is tried again`,
  missing: `${FIELD} is the mean of five finished days at least, and no future has as many here`,
} as const;

/**
 * @returns what puts usual volumes to a request whose formula reads them; any other is asked as it is. It throws AppError 503
 * while days are still being read, and where no future has one.
 */
export function createUsualVolumes(
  aggregates: Pick<Aggregates, "futuresDaily">,
  market: Pick<MarketView, "facts">,
): (request: ScanQuestion) => Promise<ScanQuestion> {
  /** As of a day: the same finished days give other means on the next one, which counts what was today. */
  const parsed = new WeakMap<ReplyBlob, { readonly today: IsoDate; readonly volumes: Promise<Expiry> }>();

  async function ofExpiry(expiry: IsoDate, today: IsoDate): Promise<Expiry> {
    const blob = await aggregates.futuresDaily(expiry);
    if (blob === undefined) return { volumes: {}, pending: 0 };
    const known = parsed.get(blob);
    if (known?.today === today) return known.volumes;
    const volumes = blob.compressed("identity").then((bytes) => read(expiry, bytes, today));
    parsed.set(blob, { today, volumes });
    return volumes;
  }

  return async (request) => {
    const facts = market.facts();
    if (!facts || !isRead(request.formula)) return request;
    const expiries = [...new Set(facts.symbols.flatMap(({ futureExpiries }) => futureExpiries))];
    const known = await Promise.all(expiries.map((expiry) => ofExpiry(expiry, facts.date)));
    if (known.some(({ pending }) => pending > 0)) throw new AppError("unavailable", NONE.pending);
    if (known.every(({ volumes }) => Object.keys(volumes).length === 0))
      throw new AppError("unavailable", NONE.missing);
    return { ...request, usual: Object.fromEntries(expiries.map((expiry, i) => [expiry, known[i]!.volumes])) };
  };
}

interface Expiry {
  readonly volumes: Readonly<Record<string, number>>;
  readonly pending: number;
}

function read(expiry: IsoDate, bytes: Uint8Array, today: IsoDate): Expiry {
  const days = readDocument(futureBarsName(expiry), JSON.parse(new TextDecoder().decode(bytes))) as BarDays;
  const means = averageVolumes(days, days.symbols, today);
  const known = days.symbols.flatMap((symbol, i): [string, number][] => (means[i]! > 0 ? [[symbol, means[i]!]] : []));
  return { volumes: Object.fromEntries(known), pending: days.pending };
}

/** What cannot be compiled is refused by the scanner, in its words. */
function isRead(formula: string): boolean {
  const compiled = compileScan(formula);
  return compiled.ok && compiled.program.sources.some(({ field }) => field === FIELD);
}
