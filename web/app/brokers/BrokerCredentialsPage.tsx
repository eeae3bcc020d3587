import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { type Broker, brokerOf } from "#contract/domain/account/brokers.ts";
import { Button } from "../../components/controls/Button.tsx";
import { goAtom } from "../../state/navigation.ts";
import { tailOf } from "../routing/path-tail.ts";
import { BROKER_LOGIN } from "../routing/paths.ts";
import { BrokerCard } from "./BrokerCard.tsx";
import { signUpLink } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { LoginLink } from "./LoginLink.tsx";
import { PracticeNote } from "./PracticeNote.tsx";
import { UnknownBroker } from "./UnknownBroker.tsx";
import { useBrokerConfiguration } from "./use-broker-login.ts";

/** How a broker is connected: what is typed here, or the way to the broker's own login page. */
export function BrokerCredentialsPage(): ReactNode {
  const id = tailOf(location.pathname, BROKER_LOGIN);
  const broker = brokerOf(id);
  return broker ? <Connection broker={broker} /> : <UnknownBroker id={id} />;
}

function Connection({ broker }: { readonly broker: Broker }): ReactNode {
  const go = useSetAtom(goAtom);
  const configuration = useBrokerConfiguration();
  const { login } = broker;
  return (
    <BrokerCard broker={broker} title={`Login with ${broker.name}`}>
      <PracticeNote broker={broker} offers={configuration.offers} />
      {login.kind === "credentials" ? (
        <CredentialsForm broker={broker} login={login} />
      ) : (
        <>
          <p className={styles["intro"]}>
            {`You log in on ${broker.name}'s own page: your password there is never typed here.`}
          </p>
          <LoginLink broker={broker} configuration={configuration} />
        </>
      )}
      <footer className={styles["cardFoot"]}>
        <a href={signUpLink(broker, configuration).href} target="_blank" rel="noopener noreferrer">
          Open An Account
        </a>
        <Button onClick={() => go(BROKER_LOGIN)}>All brokers</Button>
      </footer>
    </BrokerCard>
  );
}
