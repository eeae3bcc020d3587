import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useMemo } from "react";
import { WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import { Button } from "../../components/controls/Button.tsx";
import { usePrices } from "../../components/last-prices/use-prices.ts";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { liveListAtom } from "../../state/clock/day.ts";
import { liveStrategiesAtom, nameOfLeg } from "./book.ts";
import { closeAtom } from "./closing.ts";
import styles from "./portfolio.module.css";
import { hitsAtom, stopsAtom } from "./stops.ts";
import { useLoadedBook } from "./use-loaded-book.ts";

/** One item for each stop or target that was hit and is not answered yet. */
export function HitDialog(): ReactNode {
  useLoadedBook();
  const [hits, setHits] = useAtom(hitsAtom);
  const stops = useAtomValue(stopsAtom);
  const strategies = useAtomValue(liveStrategiesAtom);
  const listed = useAtomValue(liveListAtom);
  const close = useSetAtom(closeAtom);
  const names = useMemo(
    () => [...new Set(strategies.flatMap((one) => one.legs.map((leg) => nameOfLeg(one.symbol, leg, listed))))],
    [strategies, listed],
  );
  const prices = usePrices(names);
  const answer = (key: string): void => setHits(hits.filter((hit) => hit !== key));

  function closeAll(key: string): void {
    const ids = strategies.filter(({ name }) => key === WHOLE_PORTFOLIO || name === key).map(({ id }) => id);
    close({ ids }, (leg, { symbol }) => prices.of(nameOfLeg(symbol, leg, listed)));
    answer(key);
  }
  return (
    <Dialog open title="Stop and target" width={460}>
      <ul className={styles["hits"]}>
        {hits.map((key) => (
          <li key={key}>
            <div>
              <b>{key}</b>
              <p>{stops[key]?.message}</p>
            </div>
            <Button onClick={() => answer(key)}>Ok</Button>
            <Button
              kind="danger"
              disabled={Number.isNaN(prices.at)}
              title={Number.isNaN(prices.at) ? "Waiting for the prices" : "Closes what is open at the last price"}
              onClick={() => closeAll(key)}
            >
              Close Strategy
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
