import type { ReactNode } from "react";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { formats, timeFormat } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { scanner } from "./pane.ts";
import styles from "./rail.module.css";
import { reasonText } from "./reason.ts";
import { NEWS_MINUTES, type Snapshot } from "./snapshot.ts";

const goneOf = ({ snapshot }: PaneState<Snapshot>) => ({ gone: snapshot?.gone ?? [] });

/** Who left the list in the last minutes, with the figures that it had there last, and why it left. */
export function Left(): ReactNode {
  const { gone } = useSlowFact(scanner.use().stateAtom, goneOf);
  if (gone.length === 0) return undefined;
  return (
    <ScrollRegion className={styles["left"]} label="Left the list">
      <table>
        <caption>Left the list in the last {NEWS_MINUTES} minutes; figures as they were there last</caption>
        <tbody>
          {gone.map(({ token, name, price, isFine, percent, oiPercent, at, since, condition, figures }) => (
            <tr key={`${token} ${at}`}>
              <th scope="row">{name}</th>
              <td>{(isFine ? formats.price4 : formats.price).text(price)}</td>
              <td>{formats.signedPercent.text(percent)}</td>
              <td>OI {formats.signedPercent.text(oiPercent)}</td>
              <td>{Number.isNaN(since) ? "since the scan began" : `since ${timeFormat.text(since)}`}</td>
              <td className={styles["reason"]}>{reasonText(condition, figures)}</td>
              <td>left {timeFormat.text(at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
