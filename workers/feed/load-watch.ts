/** Tells when the server fails to load room-days, and when it succeeds again, so that the shell can try another symbol. */
import type { RoomName } from "#contract/domain/instruments.ts";
import { type MarketHttp, MarketHttpError } from "./market-http.ts";

const SERVER_ERROR = 500;

/** @param tell is called on each load that ends with HTTP 500, and from the first of them on with each that succeeds. */
export function watchLoads(http: MarketHttp, tell: (room: RoomName, isLoaded: boolean) => void): MarketHttp {
  let hasFailed = false;
  return {
    ...http,
    async roomDay(room, day) {
      try {
        const loaded = await http.roomDay(room, day);
        if (hasFailed) tell(room, true);
        return loaded;
      } catch (error) {
        if (error instanceof MarketHttpError && error.status === SERVER_ERROR) {
          hasFailed = true;
          tell(room, false);
        }
        throw error;
      }
    },
  };
}
