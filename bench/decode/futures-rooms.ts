/**
 * What do three futures rooms send that a watch list with roll-over looks at? The simulated exchange with the futures of every
 * underlying, published twice a second as it is to a browser.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Registry } from "prom-client";
import { futuresSymbol } from "#contract/domain/instruments.ts";
import { parseStart } from "../../server/feeds/simulated/exchange/schedule.ts";
import { readSymbols } from "../../server/feeds/simulated/exchange/universe.ts";
import { createSimulatedFeed } from "../../server/feeds/simulated/simulated-feed.ts";
import { createMarket } from "../../server/market/market.ts";
import { silentLog } from "../../server/platform/log.ts";
import { createManualClock } from "../../server/testing/manual-clock.ts";
import { createMemoryArchive } from "../../server/testing/market/memory-archive.ts";
import { note, type Row, row } from "../report.ts";

const ROOMS = 3;
const STEP_MS = 25;
/** The simulated exchange trades once a second; at twice its pace a room changes as often as it is published. */
const SPEED = 2;
const START = "2026-11-20T12:15";

export async function futuresRooms(question: string, seconds: number): Promise<Row[]> {
  const clock = createManualClock();
  const journalFolder = mkdtempSync(join(tmpdir(), "strikeboard-bench-"));
  const symbols = readSymbols("NIFTY,futures");
  const market = await createMarket({
    feed: createSimulatedFeed({ clock, seed: 7, start: parseStart(START), symbols, speed: SPEED }),
    archive: createMemoryArchive(),
    journalFolder,
    keeps: false,
    origin: "bench",
    clock,
    log: silentLog,
    registry: new Registry(),
  });
  try {
    const days = [...(market.day?.rooms.values() ?? [])].map(({ day }) => day);
    const ofMarket = days.filter(({ symbol, tokens }) => symbol === futuresSymbol("NSE") && tokens.length > 100);
    const followed = ofMarket.sort((a, b) => (a.expiry < b.expiry ? -1 : 1)).slice(0, ROOMS);
    if (followed.length < ROOMS) throw new Error(`${followed.length} of ${ROOMS} futures rooms are open`);
    for (const { room } of followed) await market.room(room);
    const names = new Set<string>(followed.map(({ room }) => room));
    const sent = { ticks: 0, minutes: 0, frames: 0 };
    const audience = (room: string) => ({ frames: names.has(room), json: false });
    const leave = market.attach({
      tickAudience: audience,
      minuteAudience: audience,
      pricedRooms: () => [],
      tick(_room, frame) {
        if (frame) sent.frames++;
        sent.ticks += frame?.byteLength ?? 0;
      },
      minute(_room, frame) {
        sent.minutes += frame?.byteLength ?? 0;
      },
      dictionary: () => undefined,
      prices: () => undefined,
      restarted: () => undefined,
      index: () => undefined,
      clock: () => undefined,
      feed: () => undefined,
      opened: () => undefined,
    });
    // Its own clock: a machine with other work to do would leave frames out, and send fewer bytes.
    for (let ms = 0; ms < seconds * 1000; ms += STEP_MS) {
      clock.advance(STEP_MS);
      await nextTurn();
    }
    leave();
    const contracts = followed.reduce((sum, { tokens }) => sum + tokens.length, 0);
    return [
      row(question, "three futures rooms at 2 Hz", (sent.ticks + sent.minutes) / seconds / 1000),
      note(question, "three futures rooms, frames a second", sent.frames / seconds, ""),
      note(question, "three futures rooms, contracts", contracts, ""),
    ];
  } finally {
    await market.stop();
    rmSync(journalFolder, { recursive: true, force: true });
  }
}
