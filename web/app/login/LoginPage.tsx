import { useStore } from "jotai";
import { type ReactNode, useEffect } from "react";
import { LogoMark } from "../../components/icons.tsx";
import { PRODUCT_NAME } from "../product.ts";
import { PageLink } from "../routing/PageLink.tsx";
import { PRICING } from "../routing/paths.ts";
import { ThemeToggle } from "../shell/ThemeToggle.tsx";
import { Board } from "./Board.tsx";
import { Entry } from "./Entry.tsx";
import { followLogin } from "./follow-login.ts";
import styles from "./login.module.css";

/** What the product is, and the way in. */
export function LoginPage(): ReactNode {
  const store = useStore();
  useEffect(() => followLogin(store), [store]);
  return (
    <main className={styles["page"]}>
      <section className={styles["picture"]} aria-label={PRODUCT_NAME}>
        <div className={styles["brand"]}>
          <LogoMark size={28} />
          {PRODUCT_NAME}
        </div>
        <Board />
        <div className={styles["claim"]}>
          <p className={styles["claimTitle"]}>The whole board, every strike, every minute.</p>
          <p>Live option chains and open interest for NSE and BSE.</p>
        </div>
      </section>
      <section className={styles["entry"]} aria-label="Entry">
        <div className={styles["top"]}>
          <PageLink to={PRICING} className={styles["pricing"]}>
            Pricing
          </PageLink>
          <ThemeToggle />
        </div>
        <Entry />
        <p className={styles["foot"]}>For analysis only, not investment advice</p>
      </section>
    </main>
  );
}
