import { renameSync, writeFileSync } from "node:fs";
import { eventually } from "./eventually.ts";
import type { Gateway } from "./gateway.ts";
import { machineTime } from "./machine-time.ts";

const HOUR_MS = 3_600_000;
const TIME = new URL("jumping-time.mjs", import.meta.url).href;

/**
 * Creates a machine clock that a test can set while a gateway is running. The gateway must have been started with
 * `env`.
 */
export function jumpingClock(file: string) {
  return {
    env: { NODE_OPTIONS: `--import=${TIME}`, JUMPED_BY: file },
    /**
     * Sets the clock `hours` hours ahead of the correct time, and waits until the gateway's processes use the new time.
     */
    async to(gateway: Pick<Gateway, "now">, hours: number): Promise<void> {
      writeFileSync(`${file}.new`, String(hours * HOUR_MS));
      renameSync(`${file}.new`, file);
      await eventually("the clock to be set", async () => {
        const aheadMs = (await gateway.now()).getTime() - machineTime().getTime();
        return Math.abs(aheadMs - hours * HOUR_MS) < HOUR_MS / 2;
      });
    },
  };
}
