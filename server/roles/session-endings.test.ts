import { expect, test } from "vitest";
import { systemClock } from "../platform/clocks.ts";
import type { SessionEnd } from "../platform/identity.ts";
import { silentLog } from "../platform/log.ts";
import { createFixedIdentities } from "../testing/fixed-identities.ts";
import { createLocalHub } from "../testing/local-bus.ts";
import { until } from "../testing/test-gateway.ts";
import { ENDED_CHANNEL, packMessage } from "./bus-messages.ts";
import { shareEndings } from "./session-endings.ts";

const hub = createLocalHub();
/** What the database knows, as every edge asks it. */
const ended: { id: string; why: SessionEnd; at: number }[] = [];

async function edge() {
  const identities = createFixedIdentities();
  const shared = await shareEndings({
    identities,
    endedSince: async (time) => ended.filter(({ at }) => at >= time.getTime()),
    bus: hub.connect(),
    clock: systemClock,
    log: silentLog,
  });
  const heard: string[] = [];
  shared.onEnded((id, why) => heard.push(`${id} ${why}`));
  return {
    shared,
    heard,
    end(id: string, why: SessionEnd): void {
      ended.push({ id, why, at: Date.now() });
      identities.end(id, why);
    },
  };
}

test("a session that ends at one edge ends at all of them, whether or not the bus was there", async () => {
  const [here, there] = [await edge(), await edge()];
  here.end("a", "multiLogout");
  await until(() => there.heard.includes("a multiLogout"), "the end of a");
  expect(here.heard).toContain("a multiLogout");

  hub.isAway = true;
  here.end("b", "logout");
  expect([here.heard.includes("b logout"), there.heard.includes("b logout")]).toEqual([true, false]);
  hub.isAway = false;
  await until(() => there.heard.includes("b logout"), "the end of b");

  // Nothing that is no ending ends anything.
  const before = there.heard.length;
  hub.connect().publish(ENDED_CHANNEL, packMessage({ id: "c", why: "whatever" }));
  hub.connect().publish(ENDED_CHANNEL, Uint8Array.of(0xc1));
  here.end("d", "expired");
  await until(() => there.heard.includes("d expired"), "the end of d");
  expect(there.heard.slice(before).every((line) => line === "d expired")).toBe(true);

  expect((await there.shared.byTicket("live"))?.sessionId).toBe("s-live");
  expect((await there.shared.byCookie("ticket=live2"))?.sessionId).toBe("s-live2");
  there.shared.stop();
  const last = there.heard.length;
  here.end("e", "logout");
  await until(() => here.heard.includes("e logout"), "the end of e");
  expect(there.heard).toHaveLength(last);
});
