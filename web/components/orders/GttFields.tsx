import { Fragment, type ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { distanceOf, type GttMarket } from "#contract/domain/orders/gtt.ts";
import { qty as asUnits, type Qty } from "#contract/domain/units.ts";
import { formats } from "../../format/format.ts";
import { type GttDraft, isStop, PLACES, type Place, withTrigger } from "./gtt-draft.ts";
import { NumberInput } from "./NumberInput.tsx";
import styles from "./orders.module.css";
import { Choice } from "./TicketFields.tsx";
import { lotWords } from "./ticket-words.ts";

interface GttFieldsProps {
  readonly draft: GttDraft;
  readonly market: GttMarket;
  readonly symbol: string;
  /** It closes a position: a stop and a target. */
  readonly isClosing: boolean;
  /** Those that can be filled in: of one that is changed, as many as it has. */
  readonly places: readonly Place[];
  /** From the first press on. */
  readonly isLocked: boolean;
  readonly onChange: (draft: GttDraft) => void;
  /** To an order that is sent now; absent where it stays a GTT. */
  readonly onBack: (() => void) | undefined;
}

const LOCKED = "The fields are locked; Back unlocks them";

/** Quantity, and at most two prices to wait for, each with the limit of the order that goes then. */
export function GttFields(props: GttFieldsProps): ReactNode {
  const { draft, market, symbol, isClosing, places, isLocked, onChange, onBack } = props;
  const { ltp, lot, tick } = market;
  const { decimals } = underlyingOf(symbol);
  const lock = isLocked ? LOCKED : undefined;
  const price = { decimals, step: tick, min: tick, lock };
  return (
    <>
      <div className={styles["choices"]}>
        <Choice
          label="Category"
          options={onBack ? BOTH : [BOTH[1]]}
          value="GTT"
          lock={() => lock}
          onChange={(chosen) => {
            if (chosen === "Regular") onBack?.();
          }}
        />
      </div>
      <div className={styles["figures"]}>
        {PLACES.filter((place) => places.includes(place)).map((place, row) => (
          <Fragment key={place}>
            {row > 0 ? (
              <span />
            ) : (
              <NumberInput
                label="Qty"
                value={draft.qty}
                decimals={0}
                step={lot}
                min={lot}
                onChange={(qty) => onChange({ ...draft, qty })}
                lock={lock}
                unit={lotWords(draft.qty, lotOf(lot))}
              />
            )}
            <NumberInput
              {...price}
              label={labelOf(draft, place, isClosing)}
              value={draft[place].trigger}
              onChange={(trigger) => onChange(withTrigger(draft, place, trigger, tick))}
              unit={awayWords(draft[place].trigger, ltp)}
            />
            <NumberInput
              {...price}
              label={`Limit when ${place === "below" ? "fallen" : "risen"}`}
              value={draft[place].limit}
              onChange={(limit) => onChange({ ...draft, [place]: { ...draft[place], limit } })}
              unit="₹"
            />
          </Fragment>
        ))}
      </div>
    </>
  );
}

const BOTH = ["Regular", "GTT"] as const;
const lotOf = (lot: number): Qty => asUnits(lot);

/** 'Stop, if it falls to', 'If it rises to'. */
function labelOf({ side }: GttDraft, place: Place, isClosing: boolean): string {
  const words = place === "below" ? "falls to" : "rises to";
  return isClosing ? `${isStop(side, place) ? "Stop" : "Target"}, if it ${words}` : `If it ${words}`;
}

/** How far it is from the last price: '-20.0 %'. */
const awayWords = (trigger: number, ltp: number): string =>
  trigger > 0 && ltp > 0 ? formats.signedPercent.text(distanceOf(trigger, ltp)) : "₹";
