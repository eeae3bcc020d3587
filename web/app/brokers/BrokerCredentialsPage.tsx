import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { type Broker, brokerOf } from "#contract/domain/brokers.ts";
import { Banner } from "../../components/Banner.tsx";
import { Button } from "../../components/Button.tsx";
import { goAtom } from "../../state/navigation.ts";
import { tailOf } from "../path-tail.ts";
import { BROKER_LOGIN } from "../paths.ts";
import { BrokerCard } from "./BrokerCard.tsx";
import { signUpLink } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { brokerConfiguration } from "./configuration.ts";
import { UnknownBroker } from "./UnknownBroker.tsx";

/** How a broker is connected. Nothing is asked for while nothing can be done with it. */
export function BrokerCredentialsPage(): ReactNode {
  const id = tailOf(location.pathname, BROKER_LOGIN);
  const broker = brokerOf(id);
  return broker ? <Connection broker={broker} /> : <UnknownBroker id={id} />;
}

function Connection({ broker }: { readonly broker: Broker }): ReactNode {
  const go = useSetAtom(goAtom);
  const title = `Login with ${broker.name}`;
  const { login } = broker;
  return (
    <BrokerCard broker={broker} title={title}>
      <Banner message="Broker accounts cannot be connected yet: this page asks for nothing and keeps nothing." />
      {login.kind === "credentials" ? (
        <>
          <p className={styles["intro"]}>{`To connect, ${broker.name} will want:`}</p>
          <ul className={styles["points"]}>
            {login.fields.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles["intro"]}>
          {`To connect, you log in on ${broker.name}'s own page: your password there is never typed here.`}
        </p>
      )}
      <footer className={styles["cardFoot"]}>
        <a href={signUpLink(broker, brokerConfiguration()).href} target="_blank" rel="noopener noreferrer">
          Open An Account
        </a>
        <Button onClick={() => go(BROKER_LOGIN)}>All brokers</Button>
      </footer>
    </BrokerCard>
  );
}
