import { describe, expect, it } from "vitest";
import { TickMember } from "./tick-member.ts";

const EMPTY = { backlog: 0 };

const reader = () => {
  const member = new TickMember("peer", "room", 0);
  member.restart(10);
  return member;
};

/** Writes frames until the reader lags; gives how many. */
function writeOn(member: TickMember<string>, now = 0): number {
  let count = 0;
  while (count < 100 && member.mayWrite(now, EMPTY)) {
    member.wrote(member.sent + 1, now);
    count++;
  }
  return count;
}

describe("a reader of ticks", () => {
  it("that acknowledges nothing is sent two frames", () => {
    const member = reader();
    expect(writeOn(member)).toBe(2);
    expect(member.lagging).toBe(true);
    expect(member.mayWrite(1, EMPTY)).toBe(false);
  });

  it("that keeps up never lags, even if a frame is always in flight", () => {
    const member = reader();
    for (let i = 0; i < 100; i++) {
      expect(member.mayWrite(i * 500, EMPTY)).toBe(true);
      member.wrote(11 + i, i * 500);
      if (i % 2 === 1) expect(member.acknowledge(11 + i)).toBe(false);
    }
  });

  it("has caught up when it has acknowledged the last frame, not sooner", () => {
    const member = reader();
    writeOn(member);
    expect(member.acknowledge(11)).toBe(false);
    expect(member.acknowledge(12)).toBe(true);
    member.restart(40);
    expect(member.lagging).toBe(false);
    expect(writeOn(member)).toBe(2);
  });

  it("lags when it is silent for ten seconds, or its connection is full; and is gone after a minute", () => {
    const silent = reader();
    silent.wrote(11, 0);
    expect(silent.mayWrite(9_000, EMPTY)).toBe(true);
    expect(silent.mayWrite(10_001, EMPTY)).toBe(false);
    expect(silent.isGone(59_000)).toBe(false);
    expect(silent.isGone(61_000)).toBe(true);
    const full = reader();
    full.wrote(11, 0);
    expect(full.mayWrite(500, { backlog: 70_000 })).toBe(false);
  });

  it("that has applied a minute on top of its last frame has caught up, and has no credit by that", () => {
    const member = reader();
    writeOn(member);
    expect(member.acknowledge(13)).toBe(true);
    member.restart(13);
    expect(member.acknowledge(99)).toBe(false);
    expect(writeOn(member)).toBe(2);
  });

  it("is not held up by the numbers of minutes", () => {
    const member = reader();
    member.wrote(11, 0);
    member.wrote(14, 500);
    expect(member.acknowledge(12)).toBe(false);
    expect(member.mayWrite(1000, EMPTY)).toBe(true);
  });

  it("of a quiet room is never gone", () => {
    expect(reader().isGone(1e9)).toBe(false);
    const member = reader();
    member.wrote(11, 0);
    member.acknowledge(11);
    expect(member.isGone(1e9)).toBe(false);
  });
});
