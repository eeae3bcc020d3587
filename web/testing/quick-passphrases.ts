import { vi } from "vitest";

/**
 * To try a passphrase takes a quarter of a second by intent. Tests that are not about that go one round of it, whatever a key's
 * record says. Undone by `vi.restoreAllMocks`.
 */
export function quickPassphrases(): void {
  const { subtle } = crypto;
  const derive = subtle.deriveKey.bind(subtle);
  vi.spyOn(subtle, "deriveKey").mockImplementation((how, ...others) =>
    derive({ ...(how as Pbkdf2Params), iterations: 1 }, ...others),
  );
}
