/** Which positions 'Exit Positions' closes: boxes by side, segment and product, and one for each position. Pure. */
import { SEGMENT_CD } from "#contract/domain/orders/order.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";

/** The boxes of a group, as they are labelled. */
export const EXIT_GROUPS = {
  Side: ["Long", "Short"],
  Segment: ["FO", "CD"],
  "Product Type": ["Intraday", "Margin"],
} as const;
export type ExitGroup = keyof typeof EXIT_GROUPS;
export type ExitBox = (typeof EXIT_GROUPS)[ExitGroup][number];
const GROUPS = Object.keys(EXIT_GROUPS) as readonly ExitGroup[];

export interface ExitChoice {
  readonly boxes: Readonly<Record<ExitBox, boolean>>;
  /** Ids of the positions that are checked. */
  readonly checked: ReadonlySet<string>;
}

type Held = Pick<PositionBody, "id" | "side" | "netQty" | "segment" | "productType">;

export const isHeld = ({ netQty }: Pick<PositionBody, "netQty">): boolean => netQty !== 0;

const boxesAt = (value: boolean): Readonly<Record<ExitBox, boolean>> => ({
  Long: value,
  Short: value,
  FO: value,
  CD: value,
  Intraday: value,
  Margin: value,
});

/** Every box, and all that is held. */
export const allOf = (positions: readonly Held[], value = true): ExitChoice => ({
  boxes: boxesAt(value),
  checked: new Set(value ? positions.filter(isHeld).map(({ id }) => id) : []),
});

export const isGroupOn = ({ boxes }: ExitChoice, group: ExitGroup): boolean =>
  EXIT_GROUPS[group].every((box) => boxes[box]);

/** 'Exit All Positions': every box and every position. */
export const isAllOn = (choice: ExitChoice, positions: readonly Held[]): boolean =>
  GROUPS.every((group) => isGroupOn(choice, group)) &&
  positions.filter(isHeld).every(({ id }) => choice.checked.has(id));

export function setGroup(choice: ExitChoice, group: ExitGroup, value: boolean, positions: readonly Held[]): ExitChoice {
  const boxes = { ...choice.boxes };
  for (const box of EXIT_GROUPS[group]) boxes[box] = value;
  return filtered(boxes, positions);
}

export const setBox = (choice: ExitChoice, box: ExitBox, value: boolean, positions: readonly Held[]): ExitChoice =>
  filtered({ ...choice.boxes, [box]: value }, positions);

export function setPosition(choice: ExitChoice, id: string, value: boolean): ExitChoice {
  const checked = new Set(choice.checked);
  if (value) checked.add(id);
  else checked.delete(id);
  return { ...choice, checked };
}

/** A position is checked where each of its boxes is. */
function filtered(boxes: ExitChoice["boxes"], positions: readonly Held[]): ExitChoice {
  const isChosen = (position: Held): boolean => boxesOf(position).every((box) => boxes[box]);
  return {
    boxes,
    checked: new Set(
      positions
        .filter(isHeld)
        .filter(isChosen)
        .map(({ id }) => id),
    ),
  };
}

/** What is no margin product is held for the day: cover and bracket orders are intraday. */
const boxesOf = ({ netQty, segment, productType }: Held): readonly ExitBox[] => [
  netQty > 0 ? "Long" : "Short",
  segment === SEGMENT_CD ? "CD" : "FO",
  productType === "MARGIN" || productType === "CNC" ? "Margin" : "Intraday",
];

/** As the call wants them: what was bought, and what was sold. */
export function exitBody<Position extends Held>(
  choice: ExitChoice,
  positions: readonly Position[],
): { readonly dataSell: Position[]; readonly dataBuy: Position[] } {
  const chosen = positions.filter((position) => isHeld(position) && choice.checked.has(position.id));
  return { dataSell: chosen.filter(({ side }) => side === -1), dataBuy: chosen.filter(({ side }) => side === 1) };
}
