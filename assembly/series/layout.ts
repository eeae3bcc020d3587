/**
 * The memory map of the series kernels. They read a part of a room's day as the day store keeps it: f64 cells
 * [slot][row], `stride` rows a slot.
 */

/** Cells of one block, slots x stride: the largest room (8,192 rows) has a place. */
export const BLOCK_CELLS: i32 = 8192;

/** Slots of one block, whatever the stride. */
export const BLOCK_SLOTS: i32 = 512;

/** Contracts of one side, and strikes. */
export const ROW_CAPACITY: i32 = 4096;

export const BLOCK: usize = memory.data(65552, 16); // and a lane past the end

/** i32, one a contract of the side in ascending order of strike: bytes from a slot's first cell to the contract's. */
export const CALL_ROW: usize = memory.data(16384, 16);
export const PUT_ROW: usize = memory.data(16384, 16);

/** i32, one a strike and one more: how many contracts of the side lie below the strike. A strike may lack a side. */
export const CALLS_BELOW: usize = memory.data(16388, 16);
export const PUTS_BELOW: usize = memory.data(16388, 16);

/** Last prices of the slots of a call, in units of the day store, [slot][side][strike]; and what each slot is priced on. */
export const SLOT_PRICE: usize = memory.data(4112, 16); // 2 x CHAIN_CAPACITY x 8, and a lane past the end
export const SLOT_UNDERLYING: usize = memory.data(2048, 16);
export const SLOT_YEARS: usize = memory.data(2048, 16);

// Results, one a slot: f64 sums, i32 index.
export const CALL_SUM: usize = memory.data(4096, 16);
export const PUT_SUM: usize = memory.data(4096, 16);
export const SLOT_INDEX: usize = memory.data(2048, 16);
