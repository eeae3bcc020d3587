import { type ReactNode, useState } from "react";
import type { StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { AskedPart } from "../../components/AskedPart.tsx";
import { Button } from "../../components/controls/Button.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import type { PickNote } from "./PanePicker.tsx";
import type { StrikePane } from "./use-strikes.ts";

/** Few open it: it is loaded when somebody aims at the button. */
const load = () => import("./PanePicker.tsx");
const Picker = lazyPart(load, "PanePicker");

interface StrikesButtonProps {
  readonly pane: StrikePane;
  /** What is chosen; undefined while it is not known. */
  readonly chosen: readonly StrikePick[] | undefined;
  readonly onChosen: (picks: readonly StrikePick[]) => void;
  readonly note?: PickNote | undefined;
  /** The picker is open from the start: the user has just asked for a choice by hand. */
  readonly isOpenAtFirst?: boolean;
}

/** 'Strikes': opens the picker. */
export function StrikesButton(props: StrikesButtonProps): ReactNode {
  const { chosen, isOpenAtFirst = false, ...rest } = props;
  const [isOpen, open] = useState(isOpenAtFirst);
  return (
    <>
      <Button
        size="header"
        aria-expanded={isOpen}
        disabled={chosen === undefined}
        title={chosen === undefined ? "Not while figures are loading" : undefined}
        onPointerEnter={() => load().catch(() => undefined)} // opening it says so
        onClick={() => open(true)}
        // The picker takes the focus, and closes itself, once it is there.
        onKeyDown={({ key }) => key === "Escape" && open(false)}
      >
        Strikes
      </Button>
      {isOpen && chosen ? (
        <AskedPart>
          <Picker {...rest} chosen={chosen} onClose={() => open(false)} />
        </AskedPart>
      ) : undefined}
    </>
  );
}
