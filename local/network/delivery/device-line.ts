import type { BinaryNode } from "@whiskeysockets/baileys";
import type { DeviceAddress } from "../format/addresses.ts";

/** The line to a linked device, as far as delivery needs it. */
export interface DeviceLine {
  /** null until the device has logged in. */
  readonly device: DeviceAddress | null;
  /** Nothing happens on a line that is not open. */
  write(stanza: BinaryNode): void;
  /** Tells the device why and closes the line. */
  end(reason: BinaryNode): void;
}
