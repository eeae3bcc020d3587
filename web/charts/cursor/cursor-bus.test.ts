import { expect, it } from "vitest";
import { shareCursor } from "./cursor-bus.ts";

it("tells the other members of a group, never the sender, and nobody after leaving", () => {
  const heard: string[] = [];
  const join = (group: string, name: string) =>
    shareCursor(group, { follow: (axis, x) => heard.push(`${name} ${axis} ${x}`) });
  const first = join("A", "first");
  const second = join("A", "second");
  join("B", "other");
  first.publish("minute", 600);
  second.publish("strike", undefined);
  expect(heard).toEqual(["second minute 600", "first strike undefined"]);
  second.leave();
  first.publish("minute", 601);
  expect(heard).toHaveLength(2);
});
