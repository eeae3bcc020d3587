/** The questions of the workspace: which screen, what name, whether to delete, and its link. Loaded when one is asked. */
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { LONGEST_LINK } from "../../components/link/link-text.ts";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { changeAtom, removeAtom, workspacesAtom } from "./board.ts";
import { LONGEST_NAME, type Workspace, withFacts } from "./layout/workspace.ts";
import { addressOf } from "./link/make-link.ts";
import { type Asked, askedAtom, openPaneAtom } from "./pane-atoms.ts";
import { PANE_SCREENS } from "./pane-screens.ts";
import styles from "./workspace.module.css";

export function Dialogs({ asked }: { readonly asked: Asked }): ReactNode {
  const all = useAtomValue(workspacesAtom);
  const ask = useSetAtom(askedAtom);
  const change = useSetAtom(changeAtom);
  const open = useSetAtom(openPaneAtom);
  const close = (): void => ask(undefined);
  switch (asked.about) {
    case "screen":
      return (
        <ScreenDialog
          title="Change screen"
          onClose={close}
          onChosen={(screen) => change(asked.place.workspace, (one) => withFacts(one, asked.place.pane, { screen }))}
        />
      );
    case "new pane":
      return (
        <ScreenDialog
          title="New pane"
          onClose={close}
          onChosen={(screen) => open(asked.opening, { screen, letter: asked.letter })}
        />
      );
    case "link to all":
      return <LinkDialog title="Link to all workspaces" workspaces={all} onClose={close} />;
    default: {
      const workspace = all.find(({ id }) => id === asked.workspace);
      if (!workspace) return undefined;
      if (asked.about === "name") return <NameDialog workspace={workspace} onClose={close} />;
      if (asked.about === "removal") return <RemovalDialog workspace={workspace} onClose={close} />;
      return <LinkDialog title="Link to this workspace" workspaces={[workspace]} onClose={close} />;
    }
  }
}

interface ScreenDialogProps {
  readonly title: string;
  readonly onChosen: (screen: string) => void;
  readonly onClose: () => void;
}

const GROUPS = ["Options", "Futures", "Workspace"] as const;

function ScreenDialog({ title, onChosen, onClose }: ScreenDialogProps): ReactNode {
  return (
    <Dialog open title={title} width={560} onClose={onClose}>
      <div className={styles["groups"]}>
        {GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={styles["group"]}>{group}</h3>
            {PANE_SCREENS.filter(({ menu }) => menu?.group === group).map(({ id, menu }) => (
              <button
                key={id}
                type="button"
                className={styles["choice"]}
                onClick={() => {
                  onClose();
                  onChosen(id);
                }}
              >
                {menu?.label}
              </button>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

interface OfWorkspace {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

function NameDialog({ workspace, onClose }: OfWorkspace): ReactNode {
  const change = useSetAtom(changeAtom);
  const [name, setName] = useState(workspace.name);
  const isEmpty = name.trim() === "";
  return (
    <Dialog open title="Rename workspace" onClose={onClose}>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty) return;
          change(workspace.id, (one) => ({ ...one, name: name.trim() }));
          onClose();
        }}
      >
        <TextField label="Name" value={name} onChange={setName} maxLength={LONGEST_NAME} required />
        <Button type="submit" kind="primary" disabled={isEmpty} {...(isEmpty && { title: "Give it a name" })}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
}

function RemovalDialog({ workspace, onClose }: OfWorkspace): ReactNode {
  const remove = useSetAtom(removeAtom);
  return (
    <ConfirmDialog
      open
      title="Delete workspace"
      onClose={onClose}
      confirm="Delete"
      kind="danger"
      onConfirm={() => {
        remove(workspace.id);
        onClose();
      }}
    >
      <p>‘{workspace.name}’ and the settings of its panes are deleted, here and with your account.</p>
    </ConfirmDialog>
  );
}

interface LinkDialogProps {
  readonly title: string;
  readonly workspaces: readonly Workspace[];
  readonly onClose: () => void;
}

function LinkDialog({ title, workspaces, onClose }: LinkDialogProps): ReactNode {
  const store = useStore();
  const [address, setAddress] = useState("");
  const [isCopied, setCopied] = useState(false);
  const made = useRef(workspaces);
  useEffect(() => {
    void addressOf(store, made.current).then(setAddress);
  }, [store]);
  const isLong = address.length > LONGEST_LINK;
  return (
    <Dialog
      open
      title={title}
      width={480}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          disabled={address === "" || isLong}
          onClick={() => void navigator.clipboard?.writeText(address).then(() => setCopied(true))}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
      }
    >
      <TextField
        label="Address"
        value={isLong ? "" : address}
        onChange={() => undefined}
        readOnly
        onFocus={(event) => event.target.select()}
        {...(isLong && { error: "This is too much for one link: link to one workspace instead" })}
      />
      <p className={styles["note"]}>
        It holds the layout, what the letters look at, and day and minute of what is shown; nothing of your account. Who
        opens it gets a copy that is not saved until it is kept.
      </p>
    </Dialog>
  );
}
