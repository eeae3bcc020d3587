import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useCallback } from "react";
import { ChainFigures } from "../../kit/chain/ChainFigures.tsx";
import { ChainTable } from "../../kit/chain/ChainTable.tsx";
import styles from "../../kit/chain/chain.module.css";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { ModeBar } from "./ModeBar.tsx";
import { modeChain } from "./pane.ts";
import { columnsOf } from "./tweaks.ts";

export { screen } from "./screen.ts";

/** The option chain in three modes: the chain, its greeks, and the OI graph over either. */
export function View(): ReactNode {
  const pane = modeChain.use();
  const mode = useAtomValue(pane.modeAtom);
  const tweaks = useAtomValue(pane.tweaksAtom);
  const shape = useAtomValue(pane.shapeAtom);
  const turn = useSetAtom(pane.turnAtom);
  const onHeader = useCallback(
    (columnId: string) => {
      const column = columnsOf(mode, tweaks).find(({ id }) => columnId.endsWith(`:${id}`));
      if (column?.tweak !== undefined) turn(column.tweak);
    },
    [mode, tweaks, turn],
  );
  return (
    <PaneScreen
      pane={pane}
      figures={
        <ChainFigures pane={pane} isGraph={mode === "graph"} isRange={false} sidesSwapped={tweaks.switchShadingColor} />
      }
      controls={<ModeBar />}
    >
      <div className={styles["panel"]}>
        <ChainTable
          pane={pane}
          shape={shape}
          isRange={false}
          volume="Total Vol"
          sidesSwapped={tweaks.switchShadingColor}
          onHeader={onHeader}
        />
      </div>
    </PaneScreen>
  );
}
