import { useEffect } from "react";
import { pageTitle } from "../product.ts";

/** Names the tab after the page's heading. */
export function usePageTitle(heading: string): void {
  useEffect(() => {
    document.title = pageTitle(heading);
  }, [heading]);
}
