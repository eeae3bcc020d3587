/** Icons of the first screen; the others are in more-icons.tsx, which is no part of it. */
import type { FunctionComponent, ReactNode } from "react";

export interface IconProps<Name> {
  readonly name: Name;
  readonly size?: number;
}

/**
 * Icons are 16 px line drawings in the colour of their text; the accessible name belongs to the control around them.
 * @param paths path data on a 16 x 16 grid, stroked.
 * @param solid the ones that are filled instead.
 */
export function createIcon<Name extends string>(
  paths: Readonly<Record<Name, string>>,
  solid: readonly Name[] = [],
): FunctionComponent<IconProps<Name>> {
  return ({ name, size = 16 }) => {
    const isSolid = solid.includes(name);
    return (
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={paths[name]}
          fill={isSolid ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth={isSolid ? 0 : 1.3}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    );
  };
}

export const firstPaths = {
  "chevron-down": "m4.5 6.5 3.5 3.5 3.5-3.5",
  replay: "M3.2 9.5A5 5 0 1 0 3.6 5.6M3 3v3h3M7 6l3 2-3 2z",
  warning: "M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12v.01",
};

export const Icon = createIcon(firstPaths);

type LogoMarkProps = { readonly size?: number };

/** The board with a spine: calls left, puts right. */
export function LogoMark({ size = 20 }: LogoMarkProps): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path fill="var(--call-fill)" d="M5.5 4H12v4.5H5.5zM0 12h12v4.5H0zM8 20h4v4.5H8z" />
      <path fill="var(--put-fill)" d="M16 4h4.5v4.5H16zM16 12h8v4.5h-8zM16 20h12v4.5H16z" />
      <path fill="var(--ink)" d="M12.5 1h3v26h-3z" />
    </svg>
  );
}
