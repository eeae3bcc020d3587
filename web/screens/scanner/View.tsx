import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { compileScan, MAX_SCAN_LENGTH, type Scan, type ScanKind } from "#contract/domain/formula/scan.ts";
import { Select } from "../../components/controls/Select.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats, timeFormat } from "../../format/format.ts";
import { NamedSetControls } from "../../kit/named-sets/NamedSetControls.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { watchVisibility } from "../../state/pane/visibility.ts";
import { followScan } from "./ask.ts";
import { followCounts } from "./counts.ts";
import { FormulaRow } from "./FormulaRow.tsx";
import { Left } from "./Left.tsx";
import { ownScans, scanner } from "./pane.ts";
import { Rail } from "./Rail.tsx";
import styles from "./rail.module.css";
import { Strip } from "./Strip.tsx";
import type { Snapshot } from "./snapshot.ts";
import { type Look, table } from "./table.ts";

export { ArmedScan } from "./ArmedScan.tsx";
export { screen } from "./screen.ts";

const SHORT_WIDTH = 1120;

/** A formula over every contract of the exchange, asked again every five seconds. */
export function View(): ReactNode {
  const pane = scanner.use();
  const loadOwn = useSetAtom(ownScans.loadAtom);
  useEffect(() => void loadOwn(), [loadOwn]);
  const isLive = useAtomValue(pane.contextAtom)?.day === undefined;
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<Figures />}>
      {isLive ? (
        <Live />
      ) : (
        <EmptyState message="A scan reads the market's last values: it works on the live market only." />
      )}
    </PaneScreen>
  );
}

/** Asks as long as it is seen. */
function Live(): ReactNode {
  const pane = scanner.use();
  const store = useStore();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const visibility = watchVisibility(body.current);
    const see = (isSeen: boolean): void => store.set(pane.isSeenAtom, isSeen);
    see(visibility.visible);
    const ends = [visibility.watch(see), followScan(store, pane), followCounts(store, pane, visibility)];
    return () => {
      see(false);
      for (const end of ends) end();
    };
  }, [store, pane]);
  return (
    <div ref={body} className={styles["body"]}>
      <Rail />
      <div className={styles["main"]}>
        <FormulaRow />
        <div className={styles["table"]}>
          <FoundTable />
        </div>
        <Left />
        <Strip />
      </div>
    </div>
  );
}

const hasAnswer = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot !== undefined && snapshot.formula !== "";

function FoundTable(): ReactNode {
  const pane = scanner.use();
  const isAnswered = useSlowFact(pane.stateAtom, hasAnswer);
  const isShort = useNarrow(SHORT_WIDTH);
  const look = useMemo(
    (): Look => ({ isShort, empty: isAnswered ? "No contract passes this scan now." : "The market is being scanned." }),
    [isShort, isAnswered],
  );
  return <TablePane table={table} pane={pane} look={look} turnsLetter />;
}

const KINDS: readonly { readonly value: ScanKind; readonly label: string }[] = [
  { value: "futures", label: "Futures" },
  { value: "calls", label: "Calls" },
  { value: "puts", label: "Puts" },
  { value: "all", label: "All contracts" },
];

const isBlank = ({ formula }: Scan): boolean => !compileScan(formula.trim()).ok;
const editor = (scan: Scan, change: (scan: Scan) => void): ReactNode => <ScanEditor scan={scan} onChange={change} />;

function Selectors(): ReactNode {
  const { scans, scanAtom } = scanner.use();
  const [scan, setScan] = useAtom(scanAtom);
  return (
    <>
      <NamedSetControls
        sets={scans}
        noun="Scan"
        prefix="Scan"
        blank={scan}
        isBlank={isBlank}
        whyBlank="The formula cannot be read"
        editor={editor}
      />
      <KindSelect kind={scan.kind} onChange={(kind) => setScan({ ...scan, kind })} />
    </>
  );
}

interface KindSelectProps {
  readonly kind: ScanKind;
  readonly onChange: (kind: ScanKind) => void;
}

const KindSelect = ({ kind, onChange }: KindSelectProps): ReactNode => (
  <Select label="Universe" prefix="Universe" options={KINDS} value={kind} onChange={onChange} />
);

interface ScanEditorProps {
  readonly scan: Scan;
  readonly onChange: (scan: Scan) => void;
}

function ScanEditor({ scan, onChange }: ScanEditorProps): ReactNode {
  const setFormula = useCallback((formula: string) => onChange({ ...scan, formula }), [scan, onChange]);
  return (
    <>
      <TextField
        label="Formula"
        value={scan.formula}
        onChange={setFormula}
        maxLength={MAX_SCAN_LENGTH}
        autoComplete="off"
        {...(isBlank(scan) && { error: "The formula cannot be read" })}
      />
      <KindSelect kind={scan.kind} onChange={(kind) => onChange({ ...scan, kind })} />
    </>
  );
}

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  matches: snapshot?.matches ?? Number.NaN,
  priced: (snapshot?.contracts ?? Number.NaN) - (snapshot?.unpriced ?? Number.NaN),
  came: snapshot?.came ?? Number.NaN,
  left: snapshot?.left ?? Number.NaN,
  unpriced: snapshot?.unpriced ?? Number.NaN,
  scannedAt: snapshot?.scannedAt ?? Number.NaN,
});

function Figures(): ReactNode {
  const { matches, priced, came, left, unpriced, scannedAt } = useSlowFact(scanner.use().stateAtom, factsOf);
  const count = (value: number): string => formats.whole.text(value);
  return (
    <>
      <HeaderFigure label="Matches" value={count(matches)} change={`of ${count(priced)}`} />
      <HeaderFigure label="New, 15 min" value={count(came)} />
      <HeaderFigure label="Left, 15 min" value={count(left)} />
      <HeaderFigure label="No price" value={count(unpriced)} />
      <HeaderFigure label="Scanned" value={timeFormat.text(scannedAt)} />
    </>
  );
}
