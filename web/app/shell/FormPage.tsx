import type { ReactNode } from "react";
import styles from "./form-page.module.css";

interface FormPageProps {
  readonly title: string;
  /** What the page is for: a heading under its title. */
  readonly intro?: string;
  readonly children: ReactNode;
}

/** A page of one panel with a form, in the middle of the shell's room; it scrolls where the window is low. */
export function FormPage({ title, intro, children }: FormPageProps): ReactNode {
  return (
    <div className={styles["page"]}>
      <section className={styles["panel"]} aria-label={title}>
        <header className={styles["head"]}>
          <h1 className={styles["title"]}>{title}</h1>
          {intro === undefined ? undefined : <h2 className={styles["intro"]}>{intro}</h2>}
        </header>
        {children}
      </section>
    </div>
  );
}
