import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { useStrategy } from "../strategy-pane.ts";

const SEGMENTS = [
  { value: "gross", label: "Gross", title: "Before charges" },
  { value: "net", label: "Net", title: "After charges: to enter, to close, and taxes at expiry" },
] as const;

/** Every figure before charges, or after them. */
export function NetSwitch(): ReactNode {
  const [isNet, setNet] = useAtom(useStrategy().isNetAtom);
  return (
    <SegmentedControl
      label="Charges"
      segments={SEGMENTS}
      value={isNet ? "net" : "gross"}
      onChange={(value) => setNet(value === "net")}
    />
  );
}
