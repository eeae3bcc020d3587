import type { ReactNode } from "react";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { GraphCharts } from "./GraphCharts.tsx";
import { GraphControls } from "./GraphControls.tsx";
import { GraphFigures, GraphSelectors } from "./GraphHeader.tsx";
import { oigraph } from "./pane.ts";

export { screen } from "./screen.ts";

/** The OI/Premium graph: calls and puts of each strike around the money, now, and what changed. */
export function View(): ReactNode {
  return (
    <PaneScreen
      pane={oigraph.use()}
      selectors={<GraphSelectors />}
      figures={<GraphFigures />}
      controls={<GraphControls />}
    >
      <GraphCharts />
    </PaneScreen>
  );
}
