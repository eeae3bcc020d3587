import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { isPlainClick } from "../../components/plain-click.ts";
import { goAtom } from "../../state/navigation.ts";

interface PageLinkProps {
  readonly to: string;
  readonly isCurrent?: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A link to another page, without loading the whole page again. */
export function PageLink({ to, isCurrent = false, className, children }: PageLinkProps): ReactNode {
  const go = useSetAtom(goAtom);
  return (
    <a
      href={to}
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
