import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./button.module.css";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "aria-label"> & {
  /** Accessible name, and the tip unless `title` says more. */
  readonly label: string;
  readonly children: ReactNode;
};

/** A 26 px square around one icon. */
export function IconButton({ label, title, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={title ?? label}
      className={classNames(styles["button"], styles["icon"], className)}
    />
  );
}
