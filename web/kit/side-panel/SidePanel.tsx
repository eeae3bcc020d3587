import type { ReactNode } from "react";
import styles from "./side-panel.module.css";

interface WithSidePanelProps {
  /** A `SidePanel`; it goes where the body is too narrow for both. */
  readonly panel: ReactNode;
  /** The charts or the table: it takes the room that is left. */
  readonly children: ReactNode;
}

/** The body of a screen with a panel of figures at its right. */
export function WithSidePanel({ panel, children }: WithSidePanelProps): ReactNode {
  return (
    <div className={styles["body"]}>
      <div className={styles["main"]}>{children}</div>
      {panel}
    </div>
  );
}

interface SidePanelProps {
  readonly title: string;
  /** Quiet words after the title, such as what the figures count from. */
  readonly note?: string;
  /** `SideTable`, `FigureTable`, from the top down. */
  readonly children: ReactNode;
}

export function SidePanel({ title, note, children }: SidePanelProps): ReactNode {
  return (
    <aside className={styles["side"]} aria-label={title}>
      <header className={styles["heading"]}>
        <span className={styles["title"]}>{title}</span>
        <span>{note}</span>
      </header>
      {children}
    </aside>
  );
}

interface SideTableProps {
  /** It takes the room that is left; default a header, eleven rows and a total. More rows scroll. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** Room for a `TablePane` in a panel. */
export function SideTable({ fills = false, children }: SideTableProps): ReactNode {
  return (
    <div className={styles["table"]} data-fills={fills || undefined}>
      {children}
    </div>
  );
}
