import { useStore } from "jotai";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { RefusedCall } from "../../../state/api.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import {
  deleteStrategiesAtom,
  deleteStrategyAtom,
  type ListedStrategy,
  listStrategiesAtom,
} from "../../../state/saved/strategies.ts";
import { DropLegs } from "../legs/DropLegs.tsx";
import { losesLegs } from "../legs/loses-legs.ts";
import { StrategyPanel } from "../StrategyPanel.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { FailedLoad, type Failure } from "./FailedLoad.tsx";
import styles from "./keeping.module.css";
import { flagsOf, listLabel } from "./keeping.ts";
import { useLoad } from "./use-keeping.ts";

/** Deleted elsewhere, or by a press whose answer was lost. */
const NOT_FOUND = 404;

const dateOf = ({ clock }: PaneState<unknown>): string | undefined => clock?.date;

/** What is kept, newest first: a press opens it. One or several are deleted after a question. */
export function LoadPanel(): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const load = useLoad();
  const [strategies, setStrategies] = useState<readonly ListedStrategy[]>();
  const [isBusy, setBusy] = useState(true);
  /** Absent: not choosing several. */
  const [chosen, choose] = useState<readonly string[]>();
  const [asked, ask] = useState<string>();
  const [isConfirming, confirm] = useState(false);
  const [failure, fail] = useState<Failure>();
  /** What is to be opened once it may take the place of legs that are not saved. */
  const [wanted, want] = useState<ListedStrategy>();

  const refresh = useCallback(async () => {
    setBusy(true);
    fail(undefined);
    try {
      setStrategies(await store.set(listStrategiesAtom));
    } catch (error) {
      console.warn("strategies are not listed:", error);
      fail({ message: "Your strategies could not be listed.", retry: refresh });
    } finally {
      setBusy(false);
    }
  }, [store]);
  useEffect(() => void refresh(), [refresh]);

  async function open(one: ListedStrategy): Promise<void> {
    setBusy(true);
    fail(undefined);
    try {
      await load(one);
    } catch (error) {
      console.warn("the strategy is not loaded:", error);
      const why = error instanceof RangeError ? `: ${error.message}.` : ".";
      fail({ message: `${one.name} could not be opened${why}`, retry: () => open(one) });
      setBusy(false);
    }
  }
  async function without(ids: readonly string[], removing: () => Promise<void>): Promise<void> {
    confirm(false);
    choose(undefined);
    ask(undefined);
    let isGone = true;
    try {
      await removing();
    } catch (error) {
      console.warn("strategies are not deleted:", error);
      isGone = error instanceof RefusedCall && error.status === NOT_FOUND;
    }
    if (isGone) store.set(pane.forgetKeptAtom, ids);
    await refresh();
    const what = ids.length === 1 ? "The strategy" : "The strategies";
    if (!isGone) fail({ message: `${what} could not be deleted.`, retry: () => without(ids, removing) });
  }
  const today = useSlowFact(pane.stateAtom, dateOf);
  const universe = store.get(universeAtom);
  const expiriesOf = (symbol: string) =>
    Object.values(universe?.expiries ?? {}).find((bySymbol) => symbol in bySymbol)?.[symbol];
  const labelOf = (one: ListedStrategy): string => listLabel(one, flagsOf(one, expiriesOf, today));
  const ids = strategies?.map(({ id }) => id) ?? [];

  return (
    <StrategyPanel name="Load Strategies" {...(isBusy && { title: "Loading..." })}>
      <div className={styles["keeping"]}>
        <div className={styles["keepRow"]}>
          {chosen ? (
            <>
              <Checkbox
                label="Select all"
                checked={chosen.length > 0 && chosen.length === ids.length}
                onChange={(isAll) => choose(isAll ? ids : [])}
              />
              <Button
                size="header"
                kind="danger"
                disabled={chosen.length === 0}
                title="Delete what is checked"
                onClick={() => confirm(true)}
              >
                Delete Selected
              </Button>
              <Button size="header" onClick={() => choose(undefined)}>
                Cancel
              </Button>
            </>
          ) : (
            <Button size="header" disabled={ids.length === 0} title="Choose several" onClick={() => choose([])}>
              Delete Multiple
            </Button>
          )}
        </div>
        {failure ? <FailedLoad {...failure} /> : undefined}
        {strategies?.length === 0 ? <p className={common["quiet"]}>Nothing is saved yet.</p> : undefined}
        <ul className={styles["kept"]}>
          {strategies?.map((one) => (
            <li key={one.id}>
              {chosen ? (
                <Checkbox
                  label={labelOf(one)}
                  checked={chosen.includes(one.id)}
                  onChange={(isOn) => choose(isOn ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))}
                />
              ) : (
                <>
                  <button
                    type="button"
                    className={styles["keptName"]}
                    disabled={isBusy}
                    onClick={() => (losesLegs(store.get, pane, one.id) ? want(one) : void open(one))}
                  >
                    {labelOf(one)}
                  </button>
                  {asked === one.id ? (
                    <>
                      <Button
                        size="header"
                        kind="danger"
                        onClick={() => void without([one.id], () => store.set(deleteStrategyAtom, one.id))}
                      >
                        Yes
                      </Button>
                      <Button size="header" onClick={() => ask(undefined)}>
                        No
                      </Button>
                    </>
                  ) : (
                    <Button size="header" aria-label={`Delete ${one.name}`} onClick={() => ask(one.id)}>
                      Delete
                    </Button>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => confirm(false)}
        title="Delete strategies"
        width={380}
        confirm="Confirm Delete"
        kind="danger"
        onConfirm={() => void without(chosen ?? [], () => store.set(deleteStrategiesAtom, chosen ?? []))}
      >
        <p>Are you sure you want to delete all selected strategies?</p>
      </ConfirmDialog>
      {wanted ? (
        <DropLegs
          title="Load a strategy"
          confirm="Load it"
          other={wanted.name}
          onAnswer={(isAgreed) => {
            want(undefined);
            if (isAgreed) void open(wanted);
          }}
        />
      ) : undefined}
    </StrategyPanel>
  );
}
