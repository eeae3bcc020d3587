import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { MOST_LEGS, type SweepRange } from "#contract/domain/strategy/backtest.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { counted } from "../../format/count-words.ts";
import { SideName } from "../../kit/pane/figures/SideName.tsx";
import { SideBadge } from "../../kit/strategy/legs/LegTable.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./backtest.module.css";
import { askedOf, type Form, type LegForm, newLeg } from "./form.ts";
import { NumberField } from "./NumberField.tsx";
import { backtest } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const RULES = [
  { value: "atm", label: "ATM ±" },
  { value: "delta", label: "Delta" },
  { value: "premium", label: "Premium" },
] as const;
const UNIT = { atm: "Strikes from ATM", delta: "Delta, 1 to 99", premium: "Premium, rupees" } as const;
const EXPIRIES = ["nearest", "next", "third"].map((label, at) => ({ value: `${at}`, label }));
const DAY_COUNTS = [5, 10, 20, 40, 60].map((count) => ({ value: `${count}`, label: `last ${count} days` }));
const SLIPPAGE = [0, 1, 2, 3, 5].map((ticks) => ({ value: `${ticks}`, label: `LTP ± ${counted(ticks, "tick")}` }));

const lotOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.lotSize ?? Number.NaN;

/** What is tried: legs, rules, and the ranges of a sweep. */
export function PlanForm(): ReactNode {
  const pane = backtest.use();
  const [form, keep] = useAtom(pane.formAtom);
  const lot = useSlowFact(pane.stateAtom, lotOf);
  const change = (over: Partial<Form>): void => keep((before) => ({ ...before, ...over }));
  const changeLeg = (at: number, over: Partial<LegForm>): void =>
    change({ legs: form.legs.map((leg, i) => (i === at ? { ...leg, ...over } : leg)) });
  const asked = askedOf(form);
  return (
    <ScrollRegion className={styles["form"]} label="Plan">
      <header className={styles["title"]}>
        <h2>Legs</h2>
        <span className={styles["quiet"]}>{Number.isNaN(lot) ? "" : `lots of ${lot} now`}</span>
        <Button
          size="header"
          disabled={form.legs.length >= MOST_LEGS}
          title={form.legs.length >= MOST_LEGS ? `At most ${MOST_LEGS} legs` : "Another leg"}
          onClick={() => change({ legs: [...form.legs, newLeg(form.legs)] })}
        >
          + Leg
        </Button>
      </header>
      {form.legs.map((leg, at) => (
        <LegFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
          key={at}
          leg={leg}
          name={`leg ${at + 1}`}
          onChange={(over) => changeLeg(at, over)}
          onRemove={() => change({ legs: form.legs.filter((_, i) => i !== at) })}
        />
      ))}
      <header className={styles["title"]}>
        <h2>Rules</h2>
      </header>
      <div className={styles["row"]}>
        <span>Expiry, days</span>
        <Select
          label="Expiry of each day"
          options={EXPIRIES}
          value={`${form.expiry}`}
          onChange={(expiry) => change({ expiry: Number(expiry) })}
        />
        <Select
          label="Days"
          options={DAY_COUNTS}
          value={`${form.days}`}
          onChange={(days) => change({ days: Number(days) })}
        />
      </div>
      <div className={styles["row"]}>
        <span>Enter, exit</span>
        <input
          className={styles["time"]}
          type="time"
          aria-label="Entry"
          value={form.entry}
          onChange={({ target }) => change({ entry: target.value })}
        />
        <input
          className={styles["time"]}
          type="time"
          aria-label="Exit"
          value={form.exit}
          onChange={({ target }) => change({ exit: target.value })}
        />
      </div>
      <div className={styles["row"]}>
        <span>Whole, ₹</span>
        <NumberField label="Stop" of="the whole" value={form.stop} onChange={(stop) => change({ stop })} />
        <NumberField label="Target" of="the whole" value={form.target} onChange={(target) => change({ target })} />
      </div>
      <fieldset className={styles["row"]}>
        <legend className="visually-hidden">Days of the week</legend>
        {WEEKDAYS.map((label, i) => (
          <Checkbox
            key={label}
            label={label}
            checked={form.weekdays.includes(i + 1)}
            onChange={(isOn) =>
              change({
                weekdays: isOn ? [...form.weekdays, i + 1].sort() : form.weekdays.filter((one) => one !== i + 1),
              })
            }
          />
        ))}
      </fieldset>
      <div className={styles["row"]}>
        <span>Fills</span>
        <Select
          label="Fills"
          options={SLIPPAGE}
          value={`${form.slippage}`}
          onChange={(ticks) => change({ slippage: Number(ticks) })}
          title="Modelled: the last price of the minute, worse by so many price ticks"
        />
        <Checkbox
          label="Charges"
          title="Taxes and fees of the day, and ₹20 an order"
          checked={form.hasCharges}
          onChange={(hasCharges) => change({ hasCharges })}
        />
      </div>
      <Checkbox
        label="Simulated days, too"
        checked={form.hasSimulated}
        onChange={(hasSimulated) => change({ hasSimulated })}
      />
      <header className={styles["title"]}>
        <Checkbox label="Try many sets" checked={form.isSweep} onChange={(isSweep) => change({ isSweep })} />
        {"sets" in asked && form.isSweep ? <b>{`${asked.sets} sets`}</b> : undefined}
      </header>
      {form.isSweep ? (
        <>
          <RangeFields name="Minutes later" range={form.entrySweep} onChange={(entrySweep) => change({ entrySweep })} />
          <RangeFields name="Stop, %" range={form.stopSweep} onChange={(stopSweep) => change({ stopSweep })} />
          <RangeFields name="Target, %" range={form.targetSweep} onChange={(targetSweep) => change({ targetSweep })} />
        </>
      ) : undefined}
      {"problem" in asked ? (
        <p className={styles["problem"]} role="status">
          {asked.problem}
        </p>
      ) : undefined}
      <SimulatedNote />
    </ScrollRegion>
  );
}

interface LegFieldsProps {
  readonly leg: LegForm;
  readonly name: string;
  readonly onChange: (over: Partial<LegForm>) => void;
  readonly onRemove: () => void;
}

function LegFields({ leg, name, onChange, onRemove }: LegFieldsProps): ReactNode {
  const isSold = leg.side === "sell";
  return (
    <div className={styles["leg"]}>
      <div className={styles["row"]}>
        <button
          type="button"
          className={styles["turn"]}
          aria-label={`${isSold ? "Sold" : "Bought"} ${name}: turn`}
          onClick={() => onChange({ side: isSold ? "buy" : "sell" })}
        >
          <SideBadge side={leg.side} />
        </button>
        <NumberField
          label="Lots"
          of={name}
          isBare
          value={leg.lots}
          onChange={(lots) => onChange({ lots: lots ?? 1 })}
        />
        <button
          type="button"
          className={styles["turn"]}
          aria-label={`${leg.type} ${name}: turn`}
          onClick={() => onChange({ type: leg.type === "CE" ? "PE" : "CE" })}
        >
          <SideName side={leg.type === "CE" ? "ce" : "pe"}>{leg.type}</SideName>
        </button>
        <Select
          label={`Strike rule of ${name}`}
          options={RULES}
          value={leg.by}
          onChange={(by) => onChange({ by, figure: by === "atm" ? 0 : by === "delta" ? 30 : 50 })}
        />
        <NumberField
          label={UNIT[leg.by]}
          of={name}
          isBare
          value={leg.figure}
          onChange={(figure) => onChange({ figure: figure ?? 0 })}
        />
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="close" size={14} />
        </IconButton>
      </div>
      <div className={styles["row"]}>
        <NumberField label="Stop, %" of={name} value={leg.stop} onChange={(stop) => onChange({ stop })} />
        <NumberField label="Target, %" of={name} value={leg.target} onChange={(target) => onChange({ target })} />
        <NumberField
          label="Re-enter"
          of={name}
          value={leg.reentries}
          onChange={(reentries) => onChange({ reentries: reentries ?? 0 })}
        />
      </div>
    </div>
  );
}

interface RangeFieldsProps {
  readonly name: string;
  readonly range: SweepRange;
  readonly onChange: (range: SweepRange) => void;
}

function RangeFields({ name, range, onChange }: RangeFieldsProps): ReactNode {
  return (
    <div className={styles["row"]}>
      <span>{name}</span>
      {(["from", "to", "by"] as const).map((part) => (
        <NumberField
          key={part}
          label={part}
          of={name}
          value={range[part]}
          onChange={(value) => onChange({ ...range, [part]: value ?? 0 })}
        />
      ))}
    </div>
  );
}

/** It cannot be closed: a simulated market has no edge that a rule could find. */
function SimulatedNote(): ReactNode {
  const days = useAtomValue(backtest.use().runAtom)?.days ?? [];
  const simulated = days.filter(({ source }) => source === "sim").length;
  if (simulated === 0) return undefined;
  const words =
    simulated === days.length ? `All ${simulated} days here are` : `${simulated} of ${days.length} days are`;
  return (
    <p className={styles["warning"]} role="note">
      <Icon name="warning" size={14} /> {`${words} simulated: no evidence of what a strategy earns.`}
    </p>
  );
}
