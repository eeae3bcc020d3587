import type { Watch } from "#contract/wire/http/strategy-watch.ts";
import { formats } from "../../../format/format.ts";

/** What an armed stop does: where it closes, or, once the server has said something of it, the first of that. */
export const watchWords = ({ stop, target, words }: Pick<Watch, "stop" | "target" | "words">): string =>
  words.split(". ")[0] ||
  `Closes at ${[stop && `−${formats.whole.text(stop)}`, target && `+${formats.whole.text(target)}`].filter(Boolean).join(" or ")}`;
