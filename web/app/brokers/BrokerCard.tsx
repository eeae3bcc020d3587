import type { ReactNode } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { usePageTitle } from "../routing/page-title.ts";
import { BrokerMark } from "./BrokerMark.tsx";
import styles from "./brokers.module.css";

interface BrokerCardProps {
  readonly broker: Broker;
  /** Of the page as well. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A page about one broker: its mark, what the page is, and what it says. */
export function BrokerCard({ broker, title, children }: BrokerCardProps): ReactNode {
  usePageTitle(title);
  return (
    <div className={styles["page"]}>
      <section className={styles["card"]} aria-label={title}>
        <header className={styles["cardHead"]}>
          <BrokerMark broker={broker} size={32} />
          <h1 className={styles["title"]}>{title}</h1>
        </header>
        {children}
      </section>
    </div>
  );
}
