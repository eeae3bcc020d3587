import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useMemo, useRef } from "react";
import { ChartHost } from "../../charts/ChartHost.tsx";
import type { ChartData, ChartSource } from "../../charts/chart-spec.ts";
import { Checkbox } from "../../components/Checkbox.tsx";
import { Pane } from "../../components/pane/Pane.tsx";
import { PaneProblem } from "../../components/pane/PaneProblem.tsx";
import { ReplayFrame } from "../../components/pane/ReplayFrame.tsx";
import { Select } from "../../components/Select.tsx";
import { isTroubled, type PaneState, usePane } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { hasDayHighAtom, hasLineAtom, paramsAtom, SCALES, type Scale, scaleAtom, stateAtom } from "./atoms.ts";
import { axisTitle, barData, barSpec, hasPartStrikes, lineData, lineSpec } from "./chart.ts";
import { MaxpainHeader } from "./MaxpainHeader.tsx";
import styles from "./maxpain.module.css";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

const atoms = { paramsAtom, stateAtom };
const SCALE_OPTIONS = (Object.keys(SCALES) as Scale[]).map((value) => ({ value, label: SCALES[value].words }));

const problemOf = ({ status, message }: PaneState<Snapshot>): string | undefined =>
  status === "missing" ? message : undefined;

const partStrikesOf = ({ snapshot }: PaneState<Snapshot>): boolean => hasPartStrikes(snapshot);

/** Max pain: the pain of each strike as bars, and where the least pain stood through the day. */
export function View(): ReactNode {
  const root = useRef<HTMLElement>(null);
  usePane(screen, atoms, root);
  const [scale, chooseScale] = useAtom(scaleAtom);
  const [hasDayHigh, showDayHigh] = useAtom(hasDayHighAtom);
  const [hasLine, showLine] = useAtom(hasLineAtom);
  const problem = useSlowFact(stateAtom, problemOf);
  return (
    <Pane root={root} title={screen.title}>
      <MaxpainHeader />
      <div className={styles["controls"]}>
        <Select label="Scale" prefix="Scale :" options={SCALE_OPTIONS} value={scale} onChange={chooseScale} />
        <Checkbox label="Day High Maxpain" checked={hasDayHigh} onChange={showDayHigh} />
        <Checkbox label="Maxpain Line Chart (Beta)" checked={hasLine} onChange={showLine} />
      </div>
      {problem === undefined ? (
        <div className={styles["charts"]} data-lines={hasLine}>
          <PainBars />
          {hasLine ? <PainLine /> : undefined}
          <ReplayFrame />
        </div>
      ) : (
        <PaneProblem message={problem} />
      )}
    </Pane>
  );
}

function PainBars(): ReactNode {
  const scale = useAtomValue(scaleAtom);
  const hasDayHigh = useAtomValue(hasDayHighAtom);
  const partStrikes = useSlowFact(stateAtom, partStrikesOf);
  const spec = useMemo(() => barSpec(hasDayHigh, partStrikes), [hasDayHigh, partStrikes]);
  const source = useSnapshotSource((snapshot) => barData(snapshot, scale, hasDayHigh), `${scale} ${hasDayHigh}`);
  const stale = useSlowFact(stateAtom, isTroubled);
  const title = axisTitle(scale);
  return <ChartHost spec={spec} source={source} label={title} heading={title} legend={hasDayHigh} stale={stale} />;
}

function PainLine(): ReactNode {
  const source = useSnapshotSource(lineData, "line");
  const stale = useSlowFact(stateAtom, isTroubled);
  return (
    <ChartHost
      spec={lineSpec}
      source={source}
      label="Maxpain through the day"
      heading="Maxpain"
      legend={false}
      stale={stale}
    />
  );
}

/** A chart's source out of the pane's snapshot. @param key what `read` depends on besides the snapshot. */
function useSnapshotSource(read: (snapshot: Snapshot | undefined) => ChartData | undefined, key: string): ChartSource {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names what `read` closes over
  return useMemo(
    () => ({
      read: () => read(store.get(stateAtom).snapshot),
      subscribe: (listener) => store.sub(stateAtom, listener),
    }),
    [store, key],
  );
}
