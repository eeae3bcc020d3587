import type { ReactNode } from "react";
import type { LinkLetter } from "../../state/pane/letters.ts";
import { classNames } from "../class-names.ts";
import { LetterMark } from "./LetterMark.tsx";
import styles from "./pane-header.module.css";

type PaneHeaderProps = {
  readonly letter?: LinkLetter;
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
  const { letter, title, symbol, expiry, selectors, figures, freshness, replay, settings, compact = false } = props;
  const Title = compact ? "h2" : "h1";
  return (
    <header className={classNames(styles["header"], compact && styles["compact"])}>
      {letter === undefined ? undefined : <LetterMark letter={letter} />}
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
