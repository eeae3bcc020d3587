import type { ReactNode } from "react";
import { LogoMark } from "../../components/icons.tsx";
import { PRODUCT_NAME } from "../product.ts";
import { PageLink } from "../routing/PageLink.tsx";
import { usePageTitle } from "../routing/page-title.ts";
import { LOGIN } from "../routing/paths.ts";
import { ThemeToggle } from "../shell/ThemeToggle.tsx";
import { ResetForm } from "./ResetForm.tsx";
import styles from "./reset.module.css";

const HEADING = "Reset Password";

/** Where the link of the e-mail leads. The link's token is in the address, and goes nowhere but to the call. */
export function ResetPage(): ReactNode {
  usePageTitle(HEADING);
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <PageLink to={LOGIN} className={styles["brand"]}>
          <LogoMark />
          {PRODUCT_NAME}
        </PageLink>
        <ThemeToggle />
      </header>
      <main className={styles["main"]}>
        <h1 className={styles["heading"]}>{HEADING}</h1>
        <ResetForm />
      </main>
    </div>
  );
}
