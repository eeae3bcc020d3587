import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";

interface ViewButtonProps {
  readonly view: 1 | 2;
  readonly onChange: (view: 1 | 2) => void;
}

/** 'View - 2': turns to the other view. */
export function ViewButton({ view, onChange }: ViewButtonProps): ReactNode {
  const other = view === 1 ? 2 : 1;
  return (
    <Button size="header" onClick={() => onChange(other)}>
      {`View - ${other}`}
    </Button>
  );
}
