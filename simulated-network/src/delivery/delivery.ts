import type { Faults } from "../faults/faults.ts";
import type { LiveDevices } from "./live-devices.ts";

/** The parts of a running network that deliver stanzas to devices. */
export interface Delivery {
  readonly live: LiveDevices;
  readonly faults: Faults;
}
