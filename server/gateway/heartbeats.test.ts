import { describe, expect, it } from "vitest";
import type { WallClock } from "../platform/clocks.ts";
import { systemClock } from "../platform/clocks.ts";
import type { Connection } from "./engine-internals.ts";
import { Heartbeats } from "./heartbeats.ts";

/** A clock whose timers go off when they are told to. */
function manualClock() {
  let due: (() => void) | undefined;
  const clock: WallClock = {
    ...systemClock,
    after(_ms, task) {
      due = task;
      return () => {
        due = undefined;
      };
    },
  };
  return {
    clock,
    isWaiting: () => due !== undefined,
    seconds(count: number): void {
      for (let i = 0; i < count; i++) due?.();
    },
  };
}

function connection() {
  const sent: string[] = [];
  const timer = setTimeout(() => sent.push("its own"), 0);
  const fake = {
    pingIntervalTimer: timer as NodeJS.Timeout | null,
    hasRefreshedPingTimeout: true,
    sendPacket: (type: string) => sent.push(type),
    resetPingTimeout: () => sent.push("timeout"),
  };
  return { sent, fake, connection: fake as unknown as Connection };
}

describe("heartbeats", () => {
  it("ping each connection an interval after it came, and then every interval", async () => {
    const { clock, seconds } = manualClock();
    const rested: Connection[] = [];
    const heartbeats = new Heartbeats(5000, clock, (each) => void rested.push(each));
    const [first, second] = [connection(), connection()];
    expect(heartbeats.add(first.connection)).toBe(true);
    seconds(2);
    expect(rested).toEqual([first.connection]);
    heartbeats.add(second.connection);
    seconds(2);
    expect([first.sent, second.sent]).toEqual([[], []]);
    seconds(1);
    expect([first.sent, second.sent]).toEqual([["ping", "timeout"], []]);
    expect(first.fake.hasRefreshedPingTimeout).toBe(false);
    seconds(7);
    expect([first.sent.length, second.sent.length]).toEqual([4, 4]);
    expect(rested.slice(1)).toEqual([second.connection, first.connection, second.connection, first.connection]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(first.sent).not.toContain("its own");
  });

  it("stop for a connection that is over, and wait for nobody when all are", () => {
    const { clock, seconds, isWaiting } = manualClock();
    const heartbeats = new Heartbeats(2000, clock, () => undefined);
    const [first, second] = [connection(), connection()];
    heartbeats.add(first.connection);
    heartbeats.add(second.connection);
    heartbeats.remove(first.connection);
    seconds(2);
    expect([first.sent.length, second.sent.length]).toEqual([0, 2]);
    heartbeats.remove(second.connection);
    heartbeats.remove(second.connection);
    expect(isWaiting()).toBe(false);
    heartbeats.add(connection().connection);
    expect(isWaiting()).toBe(true);
  });

  it("leave a connection alone that is not as known, or theirs already", () => {
    const { clock, seconds, isWaiting } = manualClock();
    const heartbeats = new Heartbeats(1000, clock, () => undefined);
    const { connection: strange, fake, sent } = connection();
    clearTimeout(fake.pingIntervalTimer ?? undefined);
    fake.pingIntervalTimer = null;
    expect(heartbeats.add(strange)).toBe(false);
    seconds(3);
    expect([sent, isWaiting()]).toEqual([[], false]);
  });
});
