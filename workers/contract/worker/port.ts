/**
 * Ports between threads, with the types of what crosses them.
 *
 * What crosses is typed arrays, plain readonly records, numbers and enums; never class instances, never rows of
 * objects. The contract sees no host, so the host's MessagePort is described by what we use of it.
 */
export interface HostPort {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  start(): void;
  close(): void;
}

export interface TypedPort<Out, In> {
  /** Sends a message; the buffers in `transfer` are gone from this thread afterwards. */
  send(message: Out, transfer?: ArrayBuffer[]): void;
  /** Takes the messages that come; one listener a port. */
  listen(listener: (message: In) => void): void;
  close(): void;
}

/** The one place where a host's untyped messages take their type: both ends of a port are ours. */
export function typedPort<Out, In>(port: HostPort): TypedPort<Out, In> {
  return {
    send: (message, transfer = []) => port.postMessage(message, transfer),
    listen(listener) {
      port.addEventListener("message", (event) => listener(event.data as In));
      port.start();
    },
    close: () => port.close(),
  };
}
