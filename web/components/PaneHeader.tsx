import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { type LinkGroup, LinkLetter } from "./LinkLetter.tsx";
import styles from "./pane-header.module.css";

type PaneHeaderProps = {
  readonly group?: LinkGroup;
  readonly title: string;
  readonly symbol?: ReactNode;
  readonly expiry?: ReactNode;
  /** The screen's own selectors. */
  readonly selectors?: ReactNode;
  /** `HeaderFigure` elements. */
  readonly figures?: ReactNode;
  readonly freshness?: ReactNode;
  readonly replay?: ReactNode;
  readonly settings?: ReactNode;
  /** 30 px, in a workspace; the title is then a heading of the second level. */
  readonly compact?: boolean;
};

/** 44 px, always in this order, so that each thing has its place on every screen. */
export function PaneHeader(props: PaneHeaderProps): ReactNode {
  const { group, title, symbol, expiry, selectors, figures, freshness, replay, settings, compact = false } = props;
  const Title = compact ? "h2" : "h1";
  return (
    <header className={classNames(styles["header"], compact && styles["compact"])}>
      {group === undefined ? undefined : <LinkLetter group={group} />}
      <Title className={styles["title"]}>{title}</Title>
      <div className={styles["selectors"]}>
        {symbol}
        {expiry}
        {selectors}
      </div>
      <div className={styles["facts"]}>
        {figures === undefined ? undefined : <div className={styles["figures"]}>{figures}</div>}
        {freshness}
        {replay === undefined && settings === undefined ? undefined : (
          <div className={styles["actions"]}>
            {replay}
            {settings}
          </div>
        )}
      </div>
    </header>
  );
}
