import type { ComponentPropsWithRef, ReactNode } from "react";

type ScrollRegionProps = Omit<ComponentPropsWithRef<"section">, "aria-label" | "tabIndex"> & {
  /** What is in it, for who does not see it. */
  readonly label: string;
};

/** What scrolls though nothing in it takes the focus: the keyboard reaches the region itself, and its arrows scroll it. */
export function ScrollRegion({ label, ...props }: ScrollRegionProps): ReactNode {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus no key would scroll it
  return <section aria-label={label} tabIndex={0} {...props} />;
}
