import type { ReactNode } from "react";
import styles from "./builder.module.css";
import { Figures } from "./Figures.tsx";
import { LegList } from "./LegList.tsx";

/** Under the chart: the legs, and the strategy in figures. */
export function Foot(): ReactNode {
  return (
    <div className={styles["foot"]}>
      <LegList />
      <Figures />
    </div>
  );
}
