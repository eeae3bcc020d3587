import type { ReactNode } from "react";
import styles from "./pricing.module.css";

interface TermsBoxProps {
  readonly id: string;
  /** The provider's terms page; null where there is none to show. */
  readonly url: string | null;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
}

/** 'I agree to Terms & Conditions'; the words of the terms are a link to them. */
export function TermsBox({ id, url, isAccepted, onChange }: TermsBoxProps): ReactNode {
  const words = "Terms & Conditions";
  return (
    <label className={styles["terms"]}>
      <input
        id={id}
        type="checkbox"
        className={styles["box"]}
        checked={isAccepted}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        I agree to{" "}
        {url === null ? (
          words
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {words}
          </a>
        )}
      </span>
    </label>
  );
}
