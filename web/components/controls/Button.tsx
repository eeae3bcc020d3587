import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./button.module.css";

export type ButtonKind = "secondary" | "primary" | "quiet" | "danger";
/** header 26, form 28, decision 38 pixels high. */
export type ControlSize = "header" | "form" | "decision";

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> & {
  /** One primary button on a screen. */
  readonly kind?: ButtonKind;
  readonly size?: ControlSize;
  readonly type?: "button" | "submit";
  readonly children: ReactNode;
};

/** A disabled button needs a `title` saying why. */
export function Button({
  kind = "secondary",
  size = "form",
  type = "button",
  className,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button {...rest} type={type} className={classNames(styles["button"], styles[kind], styles[size], className)} />
  );
}
