import type { ReactNode } from "react";
import { BLOCK_FRAME, BLOCKS, type Block } from "#contract/domain/choices/frames.ts";
import { Select } from "../../components/controls/Select.tsx";

const OPTIONS = BLOCKS.map((rows) => ({ value: rows, label: `${rows * BLOCK_FRAME} min` }));

interface BlockSelectProps {
  readonly block: Block;
  readonly onChange: (block: Block) => void;
  readonly disabled?: boolean;
}

/** 'Block 15 min': after how many rows of a table over time a new sum begins. */
export const BlockSelect = ({ block, onChange, disabled = false }: BlockSelectProps): ReactNode => (
  <Select label="Block" prefix="Block" options={OPTIONS} value={block} onChange={onChange} disabled={disabled} />
);
