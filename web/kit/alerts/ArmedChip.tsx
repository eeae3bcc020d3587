import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { counted } from "../../format/count-words.ts";
import styles from "./alerts.module.css";
import { type AlertRule, armedRulesAtom, ruleText, subjectText } from "./rules.ts";

/** '2 alerts armed': off the live market, that rules are watched on it all the same; which ones, in the tip. */
export function ArmedChip(): ReactNode {
  const rules = useAtomValue(armedRulesAtom);
  if (rules.length === 0) return undefined;
  const tip = ["Watched on the live market:", ...rules.map(textOf)].join("\n");
  return (
    <span className={styles["armed"]} title={tip} data-armed={rules.length}>
      {`${counted(rules.length, "alert")} armed`}
    </span>
  );
}

const textOf = (rule: AlertRule): string => `${subjectText(rule)}: ${ruleText(rule)}`;
