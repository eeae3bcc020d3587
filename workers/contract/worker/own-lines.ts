/**
 * Lines of a user's own formulas beside those of a screen: any screen of lines makes them where its params ask for them
 * (`workers/quant/own-lines.ts`). Alerts on a condition watch such a line, too.
 */
import type { Program } from "../domain/formula/compile.ts";

export interface OwnLine {
  /** Of the line among the screen's; begins with `own:`, as no line of a screen does. */
  readonly id: string;
  /** Over the ids of the screen's lines. It is compiled by the page: the workers bring no compiler along. */
  readonly program: Program;
}

/** The params of any screen of lines. */
interface WithOwnLines {
  readonly ownLines?: readonly OwnLine[];
}

export const ownLinesOf = (params: unknown): readonly OwnLine[] => (params as WithOwnLines | undefined)?.ownLines ?? [];

/** The params of a screen with these lines besides; the same object where there are none. */
export const withOwnLines = <Params>(params: Params, lines: readonly OwnLine[]): Params =>
  lines.length === 0 ? params : { ...params, ownLines: lines };
