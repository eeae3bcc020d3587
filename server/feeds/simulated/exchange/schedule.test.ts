import { describe, expect, it } from "vitest";
import { isoDate as d, epochMs, minute } from "#contract/domain/units.ts";
import { checkedStart, firstStart, nextDay, parseStart, rateAt, scheduleOf, startAfter } from "./schedule.ts";

const at = (iso: string) => firstStart(epochMs(Date.parse(iso)));

describe("the simulated exchange's day", () => {
  it("runs from 09:00 to the end of currency's closing minute", () => {
    const day = scheduleOf(d("2026-11-20"));
    expect([day.from, day.to]).toEqual([540, 1021]);
  });

  it("is real time while equity trades, sixty times faster around it", () => {
    const day = scheduleOf(d("2026-11-20"));
    expect([540, 554.99, 555, 735, 939.99, 940, 1020].map((minute) => rateAt(day, minute))).toEqual([
      60, 60, 1, 1, 1, 60, 60,
    ]);
    expect(rateAt(scheduleOf(d("2026-07-27")), 930)).toBe(60);
  });

  it("stands before the open in real time where it is started earlier", () => {
    const start = parseStart("2026-11-20T08:30");
    expect(start).toEqual({ date: "2026-11-20", minute: 510 });
    expect([510, 539.9].map((minute) => rateAt(scheduleOf(start.date), minute))).toEqual([1, 1]);
  });

  it("ends with equity where currency is closed, and is an hour at Muhurat", () => {
    expect([scheduleOf(d("2026-04-01")).from, scheduleOf(d("2026-04-01")).to]).toEqual([540, 931]);
    const muhurat = scheduleOf(d("2026-11-08"));
    expect([muhurat.from, muhurat.to, rateAt(muhurat, 1090)]).toEqual([1065, 1141, 1]);
  });

  it("does not open on a closed day", () => {
    expect(() => scheduleOf(d("2026-11-24"))).toThrow("closed on 2026-11-24");
  });
});

describe("where it starts", () => {
  it("is today at 12:15 by the wall's IST date, or the next trading day", () => {
    expect(at("2026-11-20T11:00:00Z")).toEqual({ date: "2026-11-20", minute: 735 });
    expect(at("2026-11-20T18:29:00Z").date).toBe("2026-11-20");
    expect(at("2026-11-20T18:31:00Z").date).toBe("2026-11-23");
    expect(at("2026-11-24T05:00:00Z").date).toBe("2026-11-25");
  });

  it("is the minute after the journal's last, and the next day after the day's last", () => {
    expect(startAfter(d("2026-11-23"), minute(800))).toEqual({ date: "2026-11-23", minute: 801 });
    expect(startAfter(d("2026-11-23"), minute(1020))).toEqual({ date: "2026-11-25", minute: 540 });
    expect(nextDay(d("2026-11-20"))).toBe("2026-11-23");
  });

  it("is what SIM_START says, if the clock passes there", () => {
    expect(parseStart("2026-07-27T12:15")).toEqual({ date: "2026-07-27", minute: 735 });
    for (const [text, why] of [
      ["2026-07-27 12:15", "YYYY-MM-DDTHH:MM"],
      ["2026-02-30T12:15", "YYYY-MM-DDTHH:MM"],
      ["2026-07-27T24:00", "YYYY-MM-DDTHH:MM"],
      ["2026-11-24T12:15", "closed on 2026-11-24"],
      ["2026-11-23T17:01", "to 17:00"],
    ] as const) {
      expect(() => parseStart(text)).toThrow(why);
    }
    expect(() => checkedStart({ date: d("2026-11-23"), minute: minute(1021) })).toThrow("not at 17:01");
  });
});
