import type { ReactNode } from "react";
import styles from "./side-name.module.css";

interface SideNameProps {
  readonly side: "ce" | "pe";
  readonly children: ReactNode;
}

/** Words about calls or puts in the side's colour: 'CALLS', the heading of a chart. */
export function SideName({ side, children }: SideNameProps): ReactNode {
  return <span className={styles[side]}>{children}</span>;
}
