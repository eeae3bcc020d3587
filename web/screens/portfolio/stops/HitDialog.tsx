import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useMemo } from "react";
import { WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { usePrices } from "../../../components/last-prices/use-prices.ts";
import { Dialog } from "../../../components/overlays/Dialog.tsx";
import { liveListAtom } from "../../../state/clock/day.ts";
import { isOpenAtom, liveStrategiesAtom, nameOfLeg } from "../book/positions.ts";
import { useLoadedBook } from "../book/use-loaded-book.ts";
import { closeAtom, closesAll, type PriceOfLeg } from "../closing/closing.ts";
import styles from "../portfolio.module.css";
import { hitsAtom, stopsAtom } from "./stops.ts";

/** One item for each stop or target that was hit and is not answered yet. */
export function HitDialog(): ReactNode {
  useLoadedBook();
  const [hits, setHits] = useAtom(hitsAtom);
  const stops = useAtomValue(stopsAtom);
  const strategies = useAtomValue(liveStrategiesAtom);
  const listed = useAtomValue(liveListAtom);
  const isOpen = useAtomValue(isOpenAtom);
  const close = useSetAtom(closeAtom);
  const names = useMemo(
    () => [...new Set(strategies.flatMap((one) => one.legs.map((leg) => nameOfLeg(one.symbol, leg, listed))))],
    [strategies, listed],
  );
  const prices = usePrices(names);
  const answer = (key: string): void => setHits(hits.filter((hit) => hit !== key));
  const meantBy = (key: string) => strategies.filter(({ name }) => key === WHOLE_PORTFOLIO || name === key);
  const priceOf: PriceOfLeg = (leg, { symbol }) => prices.of(nameOfLeg(symbol, leg, listed));
  // What stayed open would have nothing that tells of it: the hit is answered, and no stop is armed any more.
  const closes = (key: string): boolean => closesAll(meantBy(key), isOpen, priceOf);

  function closeAll(key: string): void {
    close({ ids: meantBy(key).map(({ id }) => id) }, priceOf);
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
              disabled={!closes(key)}
              title={closes(key) ? "Closes what is open at the last price" : "Waiting for a price of each open leg"}
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
