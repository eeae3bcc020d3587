export type ToastType = "success" | "error" | "warning" | "info";

/** One message to the user, shown until closed, or for `duration` milliseconds where `autoClose` is on. */
export type Toast = {
  /** Increments from 1. */
  readonly id: number;
  readonly message: string;
  readonly type: ToastType;
  /** Absent: its type is the title. */
  readonly title: string | undefined;
  readonly autoClose: boolean;
  /** Milliseconds. */
  readonly duration: number;
  /** Address of an audio file; absent: the default sound. */
  readonly sound: string | undefined;
  readonly soundEnabled: boolean;
  /** Whether it waits for a hidden tab to be looked at: its time does not run there. */
  readonly untilSeen: boolean;
  /** What a press in it does; the toast closes with it. */
  readonly action: { readonly label: string; run(): void } | undefined;
};

export type ToastDraft = { readonly message: string } & Partial<Omit<Toast, "id" | "message">>;

/** The parts of the browser a store needs; tests bring their own. */
export type ToastHost = {
  /** Calls back once after so many milliseconds, of which a hidden tab passes none if so told; returns the cancellation. */
  readonly after: (milliseconds: number, callback: () => void, untilSeen: boolean) => () => void;
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
/** More would cover the board; older ones come back as the newer close. */
export const MOST_VISIBLE = 3;
/** Nobody reads more one after the other: older ones than these are dropped, but those that the user is to close. */
const MOST_WAITING = 20;

export function createToastStore(host: ToastHost): ToastStore {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const timers = new Map<number, () => void>();

  function set(next: readonly Toast[]): void {
    toasts = next;
    time();
    for (const listener of listeners) listener();
  }

  /** The time of one that is not visible does not run: it begins when the newer ones are gone. */
  function time(): void {
    for (const [i, { id, autoClose, duration, untilSeen }] of toasts.entries()) {
      if (i >= MOST_VISIBLE) stop(id);
      else if (autoClose && !timers.has(id))
        timers.set(
          id,
          host.after(duration, () => close(id), untilSeen),
        );
    }
  }

  function stop(id: number): void {
    timers.get(id)?.();
    timers.delete(id);
  }

  function close(id: number): void {
    stop(id);
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  }

  return {
    show: (draft) => {
      const toast = completeToast(draft, nextId++);
      set([toast, ...toasts].filter(({ autoClose }, i) => i < MOST_WAITING || !autoClose));
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
    title: draft.title,
    autoClose: draft.autoClose ?? true,
    duration: draft.duration ?? DEFAULT_DURATION_MS,
    sound: draft.sound,
    soundEnabled: draft.soundEnabled ?? false,
    untilSeen: draft.untilSeen ?? false,
    action: draft.action,
  };
}

/** What stands over the message: 'Success', 'Error', 'Warning', 'Info', or a title of its own. */
export const toastTitle = ({ type, title }: Pick<Toast, "type" | "title">): string =>
  title ?? type.charAt(0).toUpperCase() + type.slice(1);
