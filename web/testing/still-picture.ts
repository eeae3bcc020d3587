/** Pictures of what another thread may still be painting. */
import { expect, type Locator } from "@playwright/test";

/** Once two pictures in a row are the same. @returns base64 */
export async function stillPicture(of: Locator): Promise<string> {
  const take = async (): Promise<string> => (await of.screenshot()).toString("base64");
  let taken = await take();
  await expect
    .poll(async () => {
      const before = taken;
      taken = await take();
      return taken === before;
    })
    .toBe(true);
  return taken;
}
