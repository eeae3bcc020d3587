/** What is private by choice, in words. */

import type { PrivateHolderName } from "#contract/wire/sealed-purposes.ts";
import { counted } from "../../format/count-words.ts";
import type { Counts } from "../../state/saved/private/choosing.ts";

const WORDS: Readonly<Record<PrivateHolderName, (count: number) => string>> = {
  strategies: (count) => counted(count, "strategy", "strategies"),
  "older strategies": (count) => `${counted(count, "strategy", "strategies")} of the older builder`,
  workspaces: () => "your workspaces",
};

/** '3 strategies and your workspaces'; '' for nothing. */
export function named(counts: Counts, kind: "sealed" | "open"): string {
  const words = counts.filter((one) => one[kind] > 0).map((one) => WORDS[one.name](one[kind]));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}
