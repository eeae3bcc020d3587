/** A futures room by the parameters of a path. */

/** 'Futures-{exchange}-{expiry}', whether or not there is such a room; the expiry as it was written. */
export const futuresRoomOf = ({ exchange, expiry }: Readonly<Record<string, string>>): string =>
  `Futures-${exchange}-${expiry}`;
