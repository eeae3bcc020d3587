import { describe, expect, it } from "vitest";
import { TickMember, TickReader } from "./tick-member.ts";

const EMPTY = { backlog: 0 };

function open(beginsAsked = false) {
  const reader = new TickReader("peer", beginsAsked);
  const member = new TickMember(reader, "room");
  /** Writes a frame in a turn, as the fan-out does. @returns whether it was written, and asked about */
  const write = (turn: number, of = member, line = EMPTY, now = 0): "written" | "asked" | "held" => {
    if (!of.mayWrite(line)) {
      if (!reader.owes(of.sent)) reader.asks(turn, now);
      return "held";
    }
    return of.wrote(turn) && reader.asks(turn, now) ? "asked" : "written";
  };
  return { reader, member, write };
}

describe("a reader of ticks", () => {
  it("that acknowledges nothing is sent two frames, and asked about the second", () => {
    const { member, write } = open();
    expect([10, 11, 12, 13].map((turn) => write(turn))).toEqual(["written", "asked", "held", "held"]);
    expect(member.lagging).toBe(true);
  });

  it("that keeps up never lags, even if a frame is always in flight", () => {
    const { reader, write } = open();
    for (let turn = 10; turn < 110; turn++) {
      expect(write(turn)).toBe(turn % 2 === 0 ? "written" : "asked");
      if (turn % 2 === 1) expect(reader.acknowledge(turn)).toEqual([]);
    }
  });

  it("may be asked about the first frame, and about each second one after it", () => {
    const { reader, member, write } = open(true);
    for (let turn = 10; turn < 20; turn++) {
      expect(write(turn)).toBe(turn % 2 === 0 ? "asked" : "written");
      if (turn % 2 === 0) reader.acknowledge(turn);
    }
    member.restart();
    expect([20, 21, 22].map((turn) => write(turn))).toEqual(["asked", "asked", "held"]);
  });

  it("has caught up when it has acknowledged the last frame, not sooner", () => {
    const { reader, member, write } = open();
    const other = new TickMember(reader, "other");
    for (const turn of [10, 11, 12]) write(turn);
    for (const turn of [13, 14, 15]) write(turn, other);
    expect([member.lagging, other.lagging]).toEqual([true, true]);
    expect(reader.acknowledge(11)).toEqual([member]);
    expect(reader.acknowledge(14)).toEqual([other]);
    member.restart();
    expect(member.lagging).toBe(false);
    expect([20, 21, 22].map((turn) => write(turn))).toEqual(["written", "asked", "held"]);
  });

  it("acknowledges all its rooms at once", () => {
    const { reader, member, write } = open();
    const others = ["a", "b", "c"].map((name) => new TickMember(reader, name));
    for (const of of [member, ...others]) expect(write(10, of)).toBe("written");
    expect([member, ...others].map((of) => write(11, of))).toEqual(["asked", "written", "written", "written"]);
    reader.acknowledge(11);
    for (const of of [member, ...others]) expect(write(12, of)).toBe("written");
  });

  it("lags when its connection is full, and is asked so that it can catch up", () => {
    const { reader, member, write } = open();
    write(10);
    expect(write(11, member, { backlog: 70_000 })).toBe("held");
    expect(reader.acknowledge(11)).toEqual([member]);
  });

  it("is gone a minute after a question that it does not answer, and never in a quiet room", () => {
    const { reader, write } = open();
    write(10);
    expect(reader.isGone(1e9)).toBe(false);
    write(11, undefined, EMPTY, 0);
    expect(reader.isGone(59_000)).toBe(false);
    expect(reader.isGone(61_000)).toBe(true);
    reader.acknowledge(11);
    expect(reader.isGone(1e9)).toBe(false);
  });

  it("has no credit by a number that it was never asked about", () => {
    const { reader, write } = open();
    write(10);
    write(11);
    for (const turn of [99, -1, 0]) reader.acknowledge(turn);
    expect(reader.acked).toBe(0);
    expect(write(12)).toBe("held");
  });

  it("that left a lagging room catches up in it no more", () => {
    const { reader, member, write } = open();
    for (const turn of [10, 11, 12]) write(turn);
    reader.forget(member);
    expect(reader.acknowledge(11)).toEqual([]);
  });
});
