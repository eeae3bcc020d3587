import type { ReactNode } from "react";

/** Beside every formula that is being written: a page of its own, so that nothing written is lost. */
export const FormulaHelp = ({ className }: { readonly className?: string | undefined }): ReactNode => (
  <a className={className} href="/help/formulas" target="_blank" rel="noopener">
    Help on formulas
  </a>
);
