import { expect, it } from "vitest";
import { createSaveLines, MOST_NAMED } from "./save-line.ts";

interface Sent {
  readonly mark: string;
  readonly comesAfter: readonly string[];
  answer(reply: string): void;
  fail(): void;
}

/** A server that answers when the test says so. */
function held() {
  const run = createSaveLines<string>();
  const fly = {};
  const sent: Sent[] = [];
  const heard: string[] = [];
  const save = (mark: string, isLast = false) =>
    run(fly, {
      mark,
      isLast,
      answered(reply, isNewest) {
        heard.push(`${reply}${isNewest ? ", the newest" : ""}`);
        return reply !== "503";
      },
      send: (comesAfter) =>
        new Promise((answer, refuse) => {
          sent.push({ mark, comesAfter, answer, fail: () => refuse(new TypeError("no network")) });
        }),
    });
  return { save, sent, heard, marks: () => sent.map(({ mark }) => mark) };
}

const settled = () => new Promise((next) => setTimeout(next));

it("waits until the one before it is answered", async () => {
  const { save, sent, marks } = held();
  const first = save("a");
  const second = save("b");
  await settled();
  expect(marks()).toEqual(["a"]);
  sent[0]?.answer("saved a");
  expect(await first).toBe("saved a");
  await settled();
  expect(sent[1]).toMatchObject({ mark: "b", comesAfter: [] });
  sent[1]?.answer("saved b");
  expect(await second).toBe("saved b");
});

it("the last one goes at once, and names what has no answer; what still waited goes no more", async () => {
  const { save, sent, heard, marks } = held();
  const first = save("a");
  const waiting = save("b");
  const last = save("c", true);
  expect(marks()).toEqual(["a", "c"]);
  expect(sent[1]?.comesAfter).toEqual(["a"]);
  sent[1]?.answer("saved c");
  sent[0]?.answer("saved a");
  expect(await Promise.all([first, last, waiting])).toEqual(["saved a", "saved c", "saved c"]);
  expect(heard).toEqual(["saved c, the newest", "saved a"]);
  expect(marks()).toEqual(["a", "c"]);
});

it("one that failed, or that the server could not decide on, is named until there is an answer", async () => {
  const { save, sent } = held();
  const first = save("a");
  sent[0]?.fail();
  await expect(first).rejects.toThrow("no network");
  await settled();
  const second = save("b");
  expect(sent[1]?.comesAfter).toEqual(["a"]);
  sent[1]?.answer("503");
  await second;
  await settled();
  void save("c");
  expect(sent[2]?.comesAfter).toEqual(["a", "b"]);
});

it("names no more than so many, the newest", async () => {
  const { save, sent } = held();
  for (let i = 0; i <= MOST_NAMED + 1; i++) {
    const one = save(String(i));
    sent[i]?.fail();
    await expect(one).rejects.toThrow();
    await settled();
  }
  expect(sent.at(-1)?.comesAfter).toHaveLength(MOST_NAMED);
  expect(sent.at(-1)?.comesAfter.at(-1)).toBe(String(MOST_NAMED));
});
