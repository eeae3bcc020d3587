import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { nextFocus } from "./roving-focus.ts";
import styles from "./tabs.module.css";

export type Tab<V extends string> = {
  readonly value: V;
  /** A name, with a count where there is one. */
  readonly label: ReactNode;
  readonly title?: string /** Behind the label: 'Beta'. */;
  readonly mark?: string;
};

type TabsProps<V extends string> = {
  /** Accessible name of the row. */
  readonly label: string;
  /** Ties tabs and panel together; give it to `TabPanel`, too. */
  readonly id: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** True if a `TabPanel` of this id stands below. */
  readonly hasPanel?: boolean;
  /** Behind the last tab, such as a button that adds one. */
  readonly after?: ReactNode;
  /** At the right end of the row, such as selectors. */
  readonly children?: ReactNode;
};

/** A 32 px row. One tab stop; arrows, Home and End move and choose. */
export function Tabs<V extends string>({
  label,
  id,
  tabs,
  value,
  onChange,
  hasPanel = false,
  after,
  children,
}: TabsProps<V>): ReactNode {
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const current = tabs.findIndex((tab) => tab.value === value);
    const next = nextFocus(event.key, current, tabs.length, "row");
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div className={styles["row"]}>
      <div ref={list} className={styles["list"]} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab, index) => {
          const isSelected = tab.value === value;
          const isStop = isSelected || (index === 0 && !tabs.some((each) => each.value === value));
          return (
            <button
              key={tab.value}
              id={`${id}-tab-${tab.value}`}
              type="button"
              role="tab"
              className={styles["tab"]}
              aria-selected={isSelected}
              aria-controls={hasPanel ? `${id}-panel` : undefined}
              tabIndex={isStop ? 0 : -1}
              title={tab.title}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.mark === undefined ? undefined : <span className={styles["mark"]}>{tab.mark}</span>}
            </button>
          );
        })}
      </div>
      {after}
      {children === undefined ? undefined : <div className={styles["rest"]}>{children}</div>}
    </div>
  );
}

type TabPanelProps = {
  readonly id: string;
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
};

export function TabPanel({ id, value, className, children }: TabPanelProps): ReactNode {
  return (
    <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${value}`} className={className}>
      {children}
    </div>
  );
}
