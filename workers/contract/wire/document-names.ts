/** Names of the documents of an expiry's futures, apart from how they are read: screens name them, the feed worker reads them. */
import { expiryKey } from "../domain/instruments.ts";
import type { IsoDate } from "../domain/units.ts";

/** What they built up on each finished day. */
export const futureBuildUpsName = (expiry: IsoDate): `HistFutures-${string}` => `HistFutures-${expiryKey(expiry)}`;

/** What they traded at. */
export const futureBarsName = (expiry: IsoDate): `FuturesDaily-${string}` => `FuturesDaily-${expiryKey(expiry)}`;
