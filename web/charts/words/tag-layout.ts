import type { ChartSpec } from "../chart-spec.ts";

/** Height of a tag, and the least distance between two, CSS pixels. */
export const TAG_HEIGHT = 16;
export const TAG_PITCH = 17;
/** Right gutter, one width for all charts: plots stacked in a pane align, and no tick moves them. */
const TAG_GUTTER = 88;

/** Of a chart that says no width of its own the usual one. */
export const tagGutterOf = ({ spec }: { readonly spec: Pick<ChartSpec, "tagGutter"> }): number =>
  typeof spec.tagGutter === "number" ? spec.tagGutter : TAG_GUTTER;

/**
 * Centres of the tags of a gutter: each as near as may be to its value, no two closer than the pitch, all within the plot.
 * Order of heights is kept. Where the plot is too low for all, they stand at the pitch from the top.
 * @param wanted centre of each tag, pixels from the top
 * @returns centres, in the order given
 */
export function layoutTags(wanted: readonly number[], top: number, bottom: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number) || a - b);
  const low = top + TAG_HEIGHT / 2;
  const high = Math.max(low, bottom - TAG_HEIGHT / 2);
  const centres = new Array<number>(wanted.length);
  for (const block of settle(order, wanted, low, high)) {
    block.members.forEach((index, place) => {
      centres[index] = block.first + place * TAG_PITCH;
    });
  }
  return centres;
}

type Block = { first: number; readonly members: number[]; sum: number };

/** Blocks of touching tags: neighbours that overlap are merged and centred on their mean until none overlaps. */
function settle(order: readonly number[], wanted: readonly number[], low: number, high: number): readonly Block[] {
  const blocks: Block[] = [];
  for (const index of order) {
    const at = wanted[index] as number;
    let block: Block = place({ first: at, members: [index], sum: at }, low, high);
    for (let above = blocks.at(-1); above !== undefined && overlaps(above, block); above = blocks.at(-1)) {
      blocks.pop();
      // Each member asks for the block's start at its own wish less its distance from that start.
      const shift = above.members.length * TAG_PITCH * block.members.length;
      block = place(
        { first: 0, members: [...above.members, ...block.members], sum: above.sum + block.sum - shift },
        low,
        high,
      );
    }
    blocks.push(block);
  }
  return blocks;
}

/** `sum` holds the wishes of the members for the start of the block. */
function place(block: Block, low: number, high: number): Block {
  const ideal = block.sum / block.members.length;
  const last = high - (block.members.length - 1) * TAG_PITCH;
  return { ...block, first: Math.max(low, Math.min(ideal, last)) };
}

function overlaps(above: Block, below: Block): boolean {
  return above.first + above.members.length * TAG_PITCH > below.first;
}
