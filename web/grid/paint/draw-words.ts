/** Texts in several colours. A screen's columns bring it along: other tables do not load it. */
import type { Role } from "../../styles/roles.ts";
import { drawWord } from "./cell-text.ts";
import type { DrawText } from "./drawn-text.ts";

interface WordInk {
  readonly ink: Role;
  readonly isBold?: boolean;
}

/** A text in which some words have a colour of their own: 'B 24,500 CE'. @param inks by the word */
export function drawWords(inks: Readonly<Record<string, WordInk>>): DrawText {
  return ({ pen, text, x, y, room, font, boldFont, ink, theme: { colours } }) => {
    let left = x;
    for (const run of runsOf(text, inks)) {
      const own = inks[run.trimEnd()];
      pen.fill(own ? colours[own.ink] : ink);
      pen.font(own?.isBold ? boldFont : font);
      const width = pen.width(run);
      const rest = x + room - left;
      // The ellipsis stands where the room ends, and nothing after it.
      if (width > rest) return drawWord(pen, run, left, y, rest);
      pen.context.fillText(run, left, y);
      left += width;
    }
  };
}

/** Words that have a colour alone, others together; each with the spaces behind it. */
function runsOf(text: string, inks: Readonly<Record<string, WordInk>>): readonly string[] {
  const runs: string[] = [];
  let isOpen = false;
  for (const word of text.match(/\S+\s*/g) ?? []) {
    const isOwn = word.trimEnd() in inks;
    if (isOpen && !isOwn) runs[runs.length - 1] += word;
    else runs.push(word);
    isOpen = !isOwn;
  }
  return runs;
}
