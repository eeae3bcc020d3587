import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { type NamedSets, whyNotSaved } from "./create-named-sets.ts";

interface NamedSetControlsProps<T> {
  readonly sets: NamedSets<T>;
  /** What a set is called: 'Watchlist'. */
  readonly noun: string;
  /** Words before the name in the select: 'List'. */
  readonly prefix: string;
  /** A set with nothing in it. */
  readonly blank: T;
  readonly isBlank: (set: T) => boolean;
  /** Why one that is blank cannot be saved; default: that nothing is chosen. */
  readonly whyBlank?: string;
  /** What the user changes a set with. */
  readonly editor: (set: T, change: (set: T) => void) => ReactNode;
}

type Open = "add" | "edit" | "delete";

/** Which set is shown, and the dialogs that add, edit and delete one. Built-in sets stay as they are. */
export function NamedSetControls<T>(props: NamedSetControlsProps<T>): ReactNode {
  const { sets, noun, prefix } = props;
  const names = useAtomValue(sets.namesAtom);
  const { name, isOwn } = useAtomValue(sets.currentAtom);
  const choose = useSetAtom(sets.chooseAtom);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const why = isOwn ? undefined : "Built-in ones stay as they are";
  return (
    <>
      <Select
        label={noun}
        prefix={prefix}
        options={names.map((value) => ({ value, label: value }))}
        value={name}
        onChange={choose}
      />
      <Button size="header" onClick={() => setOpen("add")}>
        Add {noun}
      </Button>
      <Button size="header" onClick={() => setOpen("edit")} disabled={!isOwn} title={why}>
        Edit {noun}
      </Button>
      <Button size="header" onClick={() => setOpen("delete")} disabled={!isOwn} title={why}>
        Delete {noun}
      </Button>
      {open === "add" || open === "edit" ? <Editor {...props} isNew={open === "add"} onClose={close} /> : undefined}
      <DeleteQuestion sets={sets} noun={noun} open={open === "delete"} onClose={close} />
    </>
  );
}

interface EditorProps<T> extends NamedSetControlsProps<T> {
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** Mounted while it is open: its draft begins with what there is. */
function Editor<T>({ sets, noun, blank, isBlank, whyBlank, editor, isNew, onClose }: EditorProps<T>): ReactNode {
  const names = useAtomValue(sets.namesAtom);
  const current = useAtomValue(sets.currentAtom);
  const save = useSetAtom(sets.saveAtom);
  const [name, setName] = useState(isNew ? "" : current.name);
  const [draft, setDraft] = useState(isNew ? blank : current.set);
  // An edited set may keep its name; under a new one it is a new set, and the old one stays.
  const taken = isNew ? names : names.filter((one) => one !== current.name);
  const why = whyNotSaved(name, isBlank(draft), taken, whyBlank);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${isNew ? "Add" : "Edit"} ${noun}`}
      width={560}
      footer={
        <>
          <Button onClick={() => setDraft(blank)} disabled={isBlank(draft)}>
            Clear
          </Button>
          <Button
            kind="primary"
            disabled={why !== undefined}
            title={why}
            onClick={() => {
              save(name.trim(), draft);
              onClose();
            }}
          >
            Save
          </Button>
        </>
      }
    >
      <TextField label={`${noun} Name`} value={name} onChange={setName} maxLength={60} autoComplete="off" />
      {editor(draft, setDraft)}
    </Dialog>
  );
}

interface DeleteQuestionProps<T> {
  readonly sets: NamedSets<T>;
  readonly noun: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function DeleteQuestion<T>({ sets, noun, open, onClose }: DeleteQuestionProps<T>): ReactNode {
  const { name } = useAtomValue(sets.currentAtom);
  const remove = useSetAtom(sets.removeAtom);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${noun}`}
      confirm="Yes"
      cancel="No"
      kind="danger"
      onConfirm={() => {
        remove(name);
        onClose();
      }}
    >
      <p>
        Are you sure you want to delete {noun.toLowerCase()} "{name}" ?
      </p>
    </ConfirmDialog>
  );
}
