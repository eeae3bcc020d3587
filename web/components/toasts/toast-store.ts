export type ToastType = "success" | "error" | "warning" | "info";

/** One message to the user, shown until closed, or for `duration` milliseconds where `autoClose` is on. */
export type Toast = {
  /** Increments from 1. */
  readonly id: number;
  readonly message: string;
  readonly type: ToastType;
  readonly autoClose: boolean;
  /** Milliseconds. */
  readonly duration: number;
  /** Address of an audio file; absent: the default sound. */
  readonly sound: string | undefined;
  readonly soundEnabled: boolean;
  /** What a press in it does; the toast closes with it. */
  readonly action: { readonly label: string; run(): void } | undefined;
};

export type ToastDraft = { readonly message: string } & Partial<Omit<Toast, "id" | "message">>;

/** The parts of the browser a store needs; tests bring their own. */
export type ToastHost = {
  /** Calls back once after so many milliseconds; returns the cancellation. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly play: (sound: string | undefined) => void;
};

export type ToastStore = {
  /** Shows a message; returns its id. */
  readonly show: (draft: ToastDraft) => number;
  readonly close: (id: number) => void;
  readonly closeAll: () => void;
  /** Open toasts, newest first. The same array until something changes. */
  readonly list: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
};

const DEFAULT_DURATION_MS = 5000;

export function createToastStore(host: ToastHost): ToastStore {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const timers = new Map<number, () => void>();

  function set(next: readonly Toast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function close(id: number): void {
    timers.get(id)?.();
    timers.delete(id);
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  }

  return {
    show: (draft) => {
      const toast = completeToast(draft, nextId++);
      set([toast, ...toasts]);
      if (toast.autoClose)
        timers.set(
          toast.id,
          host.after(toast.duration, () => close(toast.id)),
        );
      if (toast.soundEnabled) host.play(toast.sound);
      return toast.id;
    },
    close,
    closeAll: () => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
      if (toasts.length > 0) set([]);
    },
    list: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A toast with its defaults: type info, closed by itself after five seconds, silent. */
export function completeToast(draft: ToastDraft, id: number): Toast {
  return {
    id,
    message: draft.message,
    type: draft.type ?? "info",
    autoClose: draft.autoClose ?? true,
    duration: draft.duration ?? DEFAULT_DURATION_MS,
    sound: draft.sound,
    soundEnabled: draft.soundEnabled ?? false,
    action: draft.action,
  };
}

/** The word over the message. */
export function toastTitle(type: ToastType): string {
  switch (type) {
    case "success":
      return "Success";
    case "error":
      return "Error";
    case "warning":
      return "Warning";
    case "info":
      return "Info";
  }
}
