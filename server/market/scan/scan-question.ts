/** A scan as the market is asked it. */
import type { IsoDate } from "#contract/domain/units.ts";
import type { ScanRequest } from "#contract/wire/http/scanner.ts";

/** Mean volume in units, by expiry and symbol: only of futures that have finished days enough. */
export type UsualVolumes = Readonly<Record<IsoDate, Readonly<Record<string, number>>>>;

/** A scan, with who asks and what it needs of finished days. */
export interface ScanQuestion extends ScanRequest {
  readonly usual?: UsualVolumes;
  /** The last closed minute is scanned: the one-minute plan has no ticks. */
  readonly isByMinute?: boolean;
}
