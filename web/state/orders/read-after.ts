/** Waits until what the server has changed is read again. The change has not failed where the reading after it does. */
export async function readAfter(what: string, reading: Promise<unknown>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    console.warn(`${what}:`, error);
  }
}
