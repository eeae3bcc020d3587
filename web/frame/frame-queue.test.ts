import { describe, expect, it } from "vitest";
import { createFrameQueue } from "./frame-queue.ts";

function harness() {
  let frame: ((now: number) => void) | undefined;
  let soon: (() => void)[] = [];
  let clock = 0;
  let frames = 0;
  const watchers = new Map<Element, (visible: boolean) => void>();
  const queue = createFrameQueue({
    requestFrame: (callback) => {
      frame = callback;
      frames++;
    },
    soon: (callback) => soon.push(callback),
    now: () => clock,
    watch(element, onVisible) {
      watchers.set(element, onVisible);
      return () => watchers.delete(element);
    },
  });
  return {
    queue,
    spend: (ms: number) => {
      clock += ms;
    },
    run: (now: number) => {
      const callback = frame;
      frame = undefined;
      callback?.(now);
    },
    endTask: () => {
      const callbacks = soon;
      soon = [];
      for (const callback of callbacks) callback();
    },
    requested: () => frames,
    pending: () => frame !== undefined,
    see: (element: Element, visible: boolean) => watchers.get(element)?.(visible),
    watched: () => watchers.size,
  };
}

/** The queue only compares elements. */
const element = (): Element => ({}) as Element;

describe("createFrameQueue", () => {
  it("paints each pane once a frame, however often it asked", () => {
    const { queue, run, requested } = harness();
    const painted: string[] = [];
    const a = queue.join(element(), (now) => painted.push(`a${now}`));
    const b = queue.join(element(), (now) => painted.push(`b${now}`));
    for (let i = 0; i < 5; i++) {
      a.request();
      b.request();
    }
    expect(requested()).toBe(1);
    run(16);
    expect(painted).toEqual(["a16", "b16"]);
    run(32);
    expect(painted).toHaveLength(2);
  });

  it("paints at the end of the task, once, where another thread draws, and waits for no frame", () => {
    const { queue, endTask, requested, spend } = harness();
    const painted: number[] = [];
    const pane = queue.join(
      element(),
      (now) => painted.push(now),
      () => true,
    );
    spend(7);
    pane.request();
    pane.request();
    expect(painted).toEqual([]);
    endTask();
    expect(painted).toEqual([7]);
    expect(requested()).toBe(0);
  });

  it("puts another thread's panes off as well while they are off screen, and forgets those that are gone", () => {
    const { queue, endTask, see } = harness();
    let painted = 0;
    const box = element();
    const pane = queue.join(
      box,
      () => painted++,
      () => true,
    );
    see(box, false);
    pane.request();
    endTask();
    expect(painted).toBe(0);
    see(box, true);
    endTask();
    expect(painted).toBe(1);
    pane.request();
    pane.dispose();
    endTask();
    expect(painted).toBe(1);
  });

  it("puts panes off screen off until they are seen", () => {
    const { queue, run, see, pending } = harness();
    let painted = 0;
    const box = element();
    const pane = queue.join(box, () => painted++);
    see(box, false);
    pane.request();
    expect(pending()).toBe(false);
    see(box, true);
    run(16);
    expect(painted).toBe(1);
  });

  it("goes on in the next frame when the budget is spent, and starts with who waited", () => {
    const { queue, run, spend } = harness();
    const painted: string[] = [];
    const panes = ["a", "b", "c"].map((name) =>
      queue.join(element(), () => {
        painted.push(name);
        spend(7);
      }),
    );
    for (const pane of panes) pane.request();
    run(16);
    expect(painted).toEqual(["a", "b"]);
    panes[0]?.request();
    run(32);
    expect(painted).toEqual(["a", "b", "c", "a"]);
  });

  it("keeps painting the others when one throws", () => {
    const { queue, run } = harness();
    let painted = 0;
    const broken = queue.join(element(), () => {
      throw new Error("broken pane");
    });
    const sound = queue.join(element(), () => painted++);
    broken.request();
    sound.request();
    expect(() => run(16)).toThrow("broken pane");
    run(32);
    expect(painted).toBe(1);
  });

  it("tells when what was asked for is painted: in the frame, after its panes", () => {
    const { queue, run, requested, spend } = harness();
    const told: string[] = [];
    const pane = queue.join(element(), () => {
      told.push("paint");
      spend(5);
    });
    pane.request();
    queue.whenPainted(() => told.push("told"));
    queue.ride((ms) => told.push(`rode ${ms}`));
    queue.whenPainted(() => told.push("called off"))();
    expect(queue.isUnderWay()).toBe(true);
    expect(requested()).toBe(1);
    run(16);
    expect(told).toEqual(["paint", "told", "rode 5"]);
    expect(queue.isUnderWay()).toBe(false);
    queue.whenPainted(() => told.push("of what is in the page already"));
    expect(requested()).toBe(2);
    run(32);
    expect(told).toHaveLength(4);
    queue.ride(() => told.push("rode"));
    expect(queue.isUnderWay()).toBe(false);
  });

  it("does not tell while the budget puts panes off that were asked for, however often the others ask", () => {
    const { queue, run, spend } = harness();
    const told: string[] = [];
    const panes = ["a", "b", "c"].map((name) => {
      const pane = queue.join(element(), () => {
        told.push(name);
        spend(13);
        pane.request();
      });
      return pane;
    });
    for (const pane of panes) pane.request();
    queue.whenPainted(() => told.push("told"));
    run(16);
    queue.whenPainted(() => told.push("later"));
    run(32);
    run(48);
    expect(told).toEqual(["a", "b", "c", "told"]);
    run(64);
    run(80);
    expect(told.slice(4)).toEqual(["a", "later", "b"]);
  });

  it("waits for no pane that went off screen or left meanwhile", () => {
    const { queue, run, spend, see } = harness();
    let told = 0;
    const boxes = [element(), element(), element()];
    const panes = boxes.map((box) => queue.join(box, () => spend(13)));
    for (const pane of panes) pane.request();
    queue.whenPainted(() => told++);
    run(16);
    see(boxes[1]!, false);
    panes[2]?.dispose();
    run(32);
    expect(told).toBe(1);
  });

  it("asks for no frame to tell of what another thread draws", () => {
    const { queue, endTask, requested } = harness();
    const told: string[] = [];
    const remote = queue.join(
      element(),
      () => told.push("paint"),
      () => true,
    );
    remote.request();
    queue.whenPainted(() => told.push("told"));
    endTask();
    expect(told).toEqual(["paint", "told"]);
    expect(requested()).toBe(0);
  });

  it("paints no pane that left, and stops watching it", () => {
    const { queue, run, watched } = harness();
    let painted = 0;
    const pane = queue.join(element(), () => painted++);
    pane.request();
    pane.dispose();
    run(16);
    expect(painted).toBe(0);
    expect(watched()).toBe(0);
  });
});
