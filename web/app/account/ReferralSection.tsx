import { type ReactNode, useId, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import styles from "./account.module.css";
import { ReferralDetails } from "./ReferralDetails.tsx";

/** The link that earns days, and whom it brought. */
export function ReferralSection({ link }: { readonly link: string }): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
    } catch (error) {
      console.warn("referral link:", error);
      getSelection()?.selectAllChildren(document.getElementById(`${details}-link`) ?? document.body);
    }
  }

  return (
    <section className={styles["panel"]} aria-labelledby={`${details}-title`}>
      <h2 id={`${details}-title`}>Referral Link</h2>
      <p className={styles["intro"]}>
        Whoever registers with this link and buys a first live plan earns you days of the live plan: 7 for a month, 21
        for three, 42 for six, 84 for twelve.
      </p>
      <p id={`${details}-link`} className={styles["linkText"]}>
        {link}
      </p>
      <div className={styles["actions"]}>
        <Button onClick={() => void copy()}>{isCopied ? "Referral Link Copied" : "Click to Copy Referral Link"}</Button>
        <Button kind="quiet" aria-expanded={isOpen} aria-controls={details} onClick={() => setIsOpen(!isOpen)}>
          Referral Details
        </Button>
      </div>
      <div id={details}>{isOpen ? <ReferralDetails /> : undefined}</div>
    </section>
  );
}
