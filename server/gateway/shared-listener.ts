/**
 * One listener for all emitters of a kind: it is called on the one that emits. Listeners of each of a thousand sockets
 * would weigh as much as the sockets.
 */
export function sharedListener<Emitter, Values extends unknown[]>(
  listen: (emitter: Emitter, ...values: Values) => void,
): (this: Emitter, ...values: Values) => void {
  return function (this: Emitter, ...values: Values): void {
    listen(this, ...values);
  };
}
