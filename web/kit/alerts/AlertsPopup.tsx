import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useId, useMemo, useState } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { TabPanel, Tabs } from "../../components/controls/Tabs.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { DraggablePanel } from "../../components/panel/DraggablePanel.tsx";
import { liveListAtom } from "../../state/clock/day.ts";
import { goAtom } from "../../state/navigation.ts";
import { formulasKey, isOwnFormulas, type OwnFormula, withFormulas } from "../formulas/own-formulas.ts";
import { useMount } from "../pane/mount.ts";
import content from "../panel-content.module.css";
import type { AlertLine, AlertPane } from "./alert-pane.ts";
import styles from "./alerts.module.css";
import { NewAlert } from "./NewAlert.tsx";
import {
  type AlertRule,
  alertRulesAtom,
  armedRulesAtom,
  isListed,
  notifiesAtom,
  ruleText,
  subjectText,
} from "./rules.ts";

interface AlertsPopupProps {
  readonly pane: AlertPane;
  readonly lines: readonly AlertLine[];
  readonly onClose: () => void;
}

const PLACE = { x: 66, y: 300 };
const ALERT_SETTINGS = "/alert-settings";

/** Makes rules on the pane's lines, and lists those that are armed. It floats: the chart stays readable. */
export function AlertsPopup({ pane, lines, onClose }: AlertsPopupProps): ReactNode {
  const id = useId();
  const [tab, show] = useState<"new" | "active">("new");
  const offered = useWithFormulas(pane, lines);
  const [rules, setRules] = useAtom(alertRulesAtom);
  const go = useSetAtom(goAtom);
  const isOwn = ({ screen }: AlertRule): boolean => screen === pane.screen.id;
  const own = rules.filter(isOwn);
  const armed = useAtomValue(armedRulesAtom).filter(isOwn).length;
  const tabs = [
    { value: "new", label: "New Alert" },
    { value: "active", label: armed > 0 ? `Active Alerts (${armed})` : "Active Alerts" },
  ] as const;
  const head = (
    <div className={styles["tabs"]}>
      <Tabs label="Alerts" id={id} tabs={tabs} value={tab} onChange={show} hasPanel>
        <IconButton label="Alert settings" onClick={() => go(ALERT_SETTINGS)}>
          <Icon name="settings" />
        </IconButton>
      </Tabs>
    </div>
  );
  return (
    <DraggablePanel title="Alerts" head={head} initial={PLACE} onClose={onClose}>
      <TabPanel id={id} value={tab} className={content["content"] ?? ""}>
        {tab === "new" ? (
          <NewAlert
            pane={pane}
            lines={offered}
            onCreate={(rule) => {
              setRules((before) => [...before, rule]);
              show("active");
            }}
          />
        ) : (
          <Active rules={own} onRemove={(gone) => setRules((before) => before.filter((rule) => rule.id !== gone.id))} />
        )}
        <Notifies />
      </TabPanel>
    </DraggablePanel>
  );
}

const NO_FORMULAS: readonly OwnFormula[] = [];

/** With the user's own: a button that stands apart from the chart knows the screen's alone. */
function useWithFormulas({ screen }: AlertPane, lines: readonly AlertLine[]): readonly AlertLine[] {
  const { settings } = useMount();
  const formulas = useAtomValue(settings.stored(formulasKey(screen.id), NO_FORMULAS, isOwnFormulas));
  return useMemo(() => withFormulas(lines, formulas), [lines, formulas]);
}

interface ActiveProps {
  readonly rules: readonly AlertRule[];
  readonly onRemove: (rule: AlertRule) => void;
}

function Active({ rules, onRemove }: ActiveProps): ReactNode {
  const universe = useAtomValue(liveListAtom);
  if (rules.length === 0) return <p className={styles["empty"]}>No active alerts.</p>;
  return (
    <ul className={styles["list"]} aria-label="Active alerts">
      {rules.map((rule) => (
        <li key={rule.id} className={styles["rule"]}>
          <span>{ruleText(rule)}</span>
          <span className={styles["of"]}>
            {`${subjectText(rule, expiryLabel(rule.expiry))}${universe && !isListed(universe, rule) ? ", expired" : ""}`}
          </span>
          <Button size="header" kind="quiet" onClick={() => onRemove(rule)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The system's own notification, for who works in another tab. The browser asks the user once. */
function Notifies(): ReactNode {
  const [isOn, turn] = useAtom(notifiesAtom);
  const isPossible = "Notification" in window;
  async function change(wanted: boolean): Promise<void> {
    turn(wanted && (await Notification.requestPermission()) === "granted");
  }
  return (
    <Checkbox
      label="System notification while this tab is hidden"
      checked={isOn}
      onChange={(wanted) => void change(wanted)}
      disabled={!isPossible}
      {...(isPossible ? {} : { title: "This browser shows no notifications here" })}
    />
  );
}
