import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { type Broker, brokerOf } from "#contract/domain/brokers.ts";
import { Icon } from "../../components/more-icons.tsx";
import { isPlainClick } from "../../components/plain-click.ts";
import { goAtom } from "../../state/navigation.ts";
import { usePageTitle } from "../page-title.ts";
import { tailOf } from "../path-tail.ts";
import { BROKER } from "../paths.ts";
import { PRODUCT_NAME } from "../product.ts";
import { BrokerMark } from "./BrokerMark.tsx";
import { providerLink } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { brokerConfiguration } from "./configuration.ts";
import { UnknownBroker } from "./UnknownBroker.tsx";

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
  const go = useSetAtom(goAtom);
  const link = providerLink(broker, brokerConfiguration());
  usePageTitle(broker.name);
  return (
    <div className={styles["page"]}>
      <section className={styles["card"]} aria-label={broker.name}>
        <header className={styles["cardHead"]}>
          <BrokerMark broker={broker} size={40} />
          <h1 className={styles["landingTitle"]}>{`${PRODUCT_NAME} with ${broker.name}`}</h1>
        </header>
        <ul className={styles["features"]}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
        <a
          className={styles["login"]}
          href={link.href}
          onClick={(event) => {
            if (link.isExternal || !isPlainClick(event)) return;
            event.preventDefault();
            go(link.href);
          }}
        >
          {`Login with ${broker.name}`}
        </a>
      </section>
    </div>
  );
}
