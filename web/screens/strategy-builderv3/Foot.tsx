import type { ReactNode } from "react";
import { Figures } from "../../kit/strategy/figures/Figures.tsx";
import { LegList } from "../../kit/strategy/legs/LegList.tsx";
import { CopyLink } from "../../kit/strategy/link/CopyLink.tsx";
import styles from "./builder.module.css";
import { screen } from "./screen.ts";

/** Under the chart: the legs, and the strategy in figures. */
export function Foot(): ReactNode {
  return (
    <div className={styles["foot"]}>
      <LegList actions={<CopyLink path={screen.route} />} />
      <Figures />
    </div>
  );
}
