/** Runs in a quant worker, on each change of a room it reads, at most `rate` times a second. No DOM, no clock. */
import { OI } from "#contract/domain/columns.ts";
import { CE, PE, roomName } from "#contract/domain/instruments.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { cellOf, momentAt } from "#market/reference/moment.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen,
  // Called once a subscription, and again when the pane shows another room: buffers that runs reuse go here.
  createScratch: () => undefined,
  derive({ market, pane, params, clock }) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    const moment = room && momentAt(room.day, clock);
    if (!room || !moment) return undefined; // the pane shows that it is loading
    const wanted = params.side === "CE" ? CE : PE;
    let totalOi = 0;
    let contracts = 0;
    for (let row = 0; row < room.day.tokens.length; row++) {
      if (room.day.tokens.type[row] !== wanted) continue;
      contracts++;
      totalOi += Math.max(cellOf(moment, OI, row), 0);
    }
    return { totalOi, contracts };
  },
});
