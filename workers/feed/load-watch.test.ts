import { expect, test } from "vitest";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { watchLoads } from "./load-watch.ts";
import { type MarketHttp, MarketHttpError } from "./market-http.ts";

test("loads that the server failed at are told, and from then on those that succeed", async () => {
  const answers: (number | undefined)[] = [undefined, 500, 404, 0, 500, undefined, undefined];
  const told: string[] = [];
  const http: Pick<MarketHttp, "roomDay"> = {
    async roomDay() {
      const status = answers.shift();
      if (status !== undefined) throw new MarketHttpError(status, "no");
      return makeRoom({ strikes: [] });
    },
  };
  const watched = watchLoads(http as MarketHttp, (room, isLoaded) => told.push(`${room} ${isLoaded}`));
  const seen: string[] = [];
  for (let i = 0; i < 7; i++) {
    await watched.roomDay(`R${i}`).then(
      () => seen.push("day"),
      (error: MarketHttpError) => seen.push(String(error.status)),
    );
  }
  expect(seen).toEqual(["day", "500", "404", "0", "500", "day", "day"]);
  expect(told).toEqual(["R1 false", "R4 false", "R5 true", "R6 true"]);
});
