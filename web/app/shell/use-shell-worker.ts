import { useEffect } from "react";
import { whenIdle } from "../when-idle.ts";

/** Lets the page be installed, and opened without a network: the service worker keeps the shell, and no figures. */
export function useShellWorker(): void {
  useEffect(() => {
    // The development server's modules are no build that could be kept.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    whenIdle(() => {
      navigator.serviceWorker
        .register("/shell-worker.js")
        .catch((error: unknown) => console.warn("service worker:", error));
    });
  }, []);
}
