import { Fragment, type ReactNode } from "react";
import styles from "./palette.module.css";

/** Keys as they stand on a keyboard. @param keys 'Ctrl+K or /' */
export const Keys = ({ keys }: { readonly keys: string }): ReactNode =>
  keys.split(" or ").map((one, i) => (
    <Fragment key={one}>
      {i > 0 ? " or " : undefined}
      <kbd className={styles["key"]}>{one.replaceAll("+", " ")}</kbd>
    </Fragment>
  ));
