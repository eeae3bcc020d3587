import type { ReactNode } from "react";
import { type Broker, brokerOf } from "#contract/domain/account/brokers.ts";
import { Icon } from "../../components/more-icons.tsx";
import { PRODUCT_NAME } from "../product.ts";
import { usePageTitle } from "../routing/page-title.ts";
import { tailOf } from "../routing/path-tail.ts";
import { BROKER } from "../routing/paths.ts";
import { BrokerMark } from "./BrokerMark.tsx";
import styles from "./brokers.module.css";
import { LoginLink } from "./LoginLink.tsx";
import { PracticeNote } from "./PracticeNote.tsx";
import { UnknownBroker } from "./UnknownBroker.tsx";
import { useBrokerConfiguration } from "./use-broker-login.ts";

const FEATURES = [
  "Execute Big orders on a single click. We split big orders based on Quantity Freeze for you",
  "Live data plan with 2 seconds Real-Time updates",
  "Historical data is available for NIFTY and BANKNIFTY Options",
  "Option chains, open interest, PCR, max pain and straddles on one board",
  "Light and dark themes",
];

/** What a broker's own customers find here, and the way to log in with that broker. */
export function BrokerLandingPage(): ReactNode {
  const id = tailOf(location.pathname, BROKER);
  const broker = brokerOf(id);
  return broker ? <Landing broker={broker} /> : <UnknownBroker id={id} />;
}

function Landing({ broker }: { readonly broker: Broker }): ReactNode {
  const configuration = useBrokerConfiguration();
  const heading = `${PRODUCT_NAME} with ${broker.name}`;
  usePageTitle(heading);
  return (
    <div className={styles["page"]}>
      <section className={styles["card"]} aria-label={broker.name}>
        <header className={styles["cardHead"]}>
          <BrokerMark broker={broker} size={40} />
          <h1 className={styles["landingTitle"]}>{heading}</h1>
        </header>
        <PracticeNote broker={broker} offers={configuration.offers} />
        <ul className={styles["features"]}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
        <LoginLink broker={broker} configuration={configuration} />
      </section>
    </div>
  );
}
