import type { HostPort } from "#contract/worker/port.ts";

/** A port as one end sees it: what was posted, and a way to speak. */
export function createPort<Sent, Heard>(heard: (message: Sent) => void = () => undefined) {
  const sent: Sent[] = [];
  let listener: (event: { readonly data: unknown }) => void = () => undefined;
  const port: HostPort = {
    postMessage(message) {
      sent.push(message as Sent);
      heard(message as Sent);
    },
    addEventListener: (_type, one) => {
      listener = one;
    },
    start: () => undefined,
    close: () => undefined,
  };
  return { port, sent, say: (message: Heard) => listener({ data: message }) };
}
