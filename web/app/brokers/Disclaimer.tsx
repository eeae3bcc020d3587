import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { isDisclaimerReadAtom } from "../../state/account/broker.ts";
import { PRODUCT_NAME } from "../product.ts";
import styles from "./brokers.module.css";

const POINTS = [
  `${PRODUCT_NAME} is an analytics and visualisation platform.`,
  "It gives no investment advice, trading signals or performance guarantees.",
  "It is not a registered investment advisor or research analyst with the securities regulator.",
  "Broker integration is only for trades the user starts; the user executes trades independently.",
];

/** Stands over the page until it is acknowledged, in this browser and until the next logout. */
export function Disclaimer(): ReactNode {
  const [isRead, setIsRead] = useAtom(isDisclaimerReadAtom);
  return (
    <Dialog
      open={!isRead}
      title="Disclaimer"
      width={480}
      footer={
        <Button kind="primary" size="form" onClick={() => setIsRead(true)}>
          I understand
        </Button>
      }
    >
      <ul className={styles["points"]}>
        {POINTS.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Dialog>
  );
}
