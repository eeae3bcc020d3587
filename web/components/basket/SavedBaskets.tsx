import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import type { BasketState } from "../../state/orders/basket/basket.ts";
import { askedLegsAtom, replaceLegsAtom } from "../../state/orders/basket/basket-atom.ts";
import { intentsOf, savedBaskets, toSaved } from "../../state/orders/basket/saved-baskets.ts";
import { Button } from "../controls/Button.tsx";
import { Select } from "../controls/Select.tsx";
import { TextField } from "../controls/TextField.tsx";
import { ConfirmDialog } from "../overlays/ConfirmDialog.tsx";
import { Dialog } from "../overlays/Dialog.tsx";
import styles from "./basket.module.css";

/** Baskets kept under names: one is loaded in place of the legs that stand there, deleted, or the legs are saved as one. */
export function SavedBaskets({ basket }: { readonly basket: BasketState }): ReactNode {
  const [saved, setSaved] = useAtom(savedBaskets.setsAtom);
  const asked = useAtomValue(askedLegsAtom);
  const replaceLegs = useSetAtom(replaceLegsAtom);
  const [chosen, setChosen] = useState("");
  const [opened, setOpened] = useState<"save" | "delete">();
  const load = useSetAtom(savedBaskets.loadAtom);
  useEffect(() => void load(), [load]);
  const names = Object.keys(saved);
  const name = names.includes(chosen) ? chosen : (names[0] ?? "");
  const legs = toSaved(asked, basket);
  const close = (): void => setOpened(undefined);
  const none = names.length === 0 ? "No basket is saved" : undefined;
  return (
    <div className={styles["saved"]}>
      <Select
        label="Saved basket"
        options={names.map((value) => ({ value, label: value }))}
        value={name}
        onChange={setChosen}
        disabled={none !== undefined}
        {...(none !== undefined && { title: none })}
      />
      <Button
        size="header"
        disabled={none !== undefined}
        title={none ?? "In place of the legs below, at the prices of now"}
        onClick={() => replaceLegs(intentsOf(saved[name] ?? []))}
      >
        Load
      </Button>
      <Button size="header" disabled={none !== undefined} title={none} onClick={() => setOpened("delete")}>
        Delete
      </Button>
      <Button
        size="header"
        disabled={legs === undefined}
        title={legs ? undefined : asked.length > 0 ? "A leg has no price yet" : "There is no leg"}
        onClick={() => setOpened("save")}
      >
        Save…
      </Button>
      {opened === "save" && legs ? (
        <SaveDialog
          names={names}
          onClose={close}
          onSave={(as) => {
            setSaved((before) => ({ ...before, [as]: legs }));
            setChosen(as);
            close();
          }}
        />
      ) : undefined}
      <ConfirmDialog
        open={opened === "delete"}
        title="Delete Basket"
        onClose={close}
        confirm="Yes"
        cancel="No"
        kind="danger"
        onConfirm={() => {
          setSaved(({ [name]: _, ...left }) => left);
          close();
        }}
      >
        <p>Are you sure you want to delete basket "{name}" ?</p>
      </ConfirmDialog>
    </div>
  );
}

interface SaveDialogProps {
  readonly names: readonly string[];
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

function SaveDialog({ names, onSave, onClose }: SaveDialogProps): ReactNode {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const isTaken = names.includes(name);
  return (
    <Dialog
      open
      title="Save Basket"
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          disabled={name === ""}
          title={name === "" ? "Give it a name" : undefined}
          onClick={() => onSave(name)}
        >
          {isTaken ? "Replace" : "Save"}
        </Button>
      }
    >
      <TextField label="Basket Name" value={typed} onChange={setTyped} maxLength={60} autoComplete="off" />
      <p className={styles["note"]}>
        {isTaken
          ? "There is one of this name: it is replaced."
          : "Contracts, sides, quantities, product and order type are kept with your account; prices are not."}
      </p>
    </Dialog>
  );
}
