import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { TRIAL } from "#contract/domain/account/plans.ts";
import { TabPanel, Tabs } from "../../components/controls/Tabs.tsx";
import { farewellAtom } from "../../state/account/login.ts";
import { keepReferralAtom } from "../../state/account/referral.ts";
import { failure, type Words } from "../forms/words.ts";
import { pageAtom } from "../routing/page.ts";
import { usePageTitle } from "../routing/page-title.ts";
import { tailOf } from "../routing/path-tail.ts";
import { REGISTER } from "../routing/paths.ts";
import { ForgotForm } from "./ForgotForm.tsx";
import { LoginForm } from "./LoginForm.tsx";
import styles from "./login.module.css";
import { RegisterForm } from "./RegisterForm.tsx";

type EntryState = "login" | "register" | "forgotPassword";

const HEADINGS: Readonly<Record<EntryState, string>> = {
  login: "Login",
  register: "Register",
  forgotPassword: "Forgot Password",
};
const TABS = [
  { value: "login", label: HEADINGS.login },
  { value: "register", label: HEADINGS.register },
] as const;

/** Login, registration, and the way back to a forgotten password. A form's message goes with its form. */
export function Entry(): ReactNode {
  const [state, setState] = useState<EntryState>(location.pathname.startsWith(REGISTER) ? "register" : "login");
  const [isPassedOn, setIsPassedOn] = useState(true);
  const message = useAtomValue(pageAtom)?.message;
  const farewell = useAtomValue(farewellAtom);
  const passed: Words = farewell === "" ? failure(message ?? "") : { text: farewell, style: "ok" };
  const keepReferral = useSetAtom(keepReferralAtom);
  usePageTitle(HEADINGS[state]);
  useEffect(() => {
    if (location.pathname.startsWith(REGISTER)) keepReferral(tailOf(location.pathname, REGISTER));
  }, [keepReferral]);

  function change(to: EntryState): void {
    setState(to);
    setIsPassedOn(false);
  }

  return (
    <div className={styles["forms"]}>
      <h1 className="visually-hidden">{HEADINGS[state]}</h1>
      <div className={styles["tabs"]}>
        <Tabs<EntryState>
          label="Entry"
          id="entry"
          tabs={TABS}
          value={state}
          onChange={change}
          hasPanel={state !== "forgotPassword"}
        />
      </div>
      {state === "forgotPassword" ? (
        <ForgotForm />
      ) : (
        <TabPanel id="entry" value={state}>
          {state === "login" ? (
            <LoginForm passed={isPassedOn ? passed : undefined} onForgotten={() => change("forgotPassword")} />
          ) : (
            <RegisterForm />
          )}
        </TabPanel>
      )}
      {state === "login" ? (
        <p className={styles["hint"]}>
          New here? Register and try every screen for {TRIAL.durationInDays} days for ₹{TRIAL.price}.
        </p>
      ) : undefined}
    </div>
  );
}
