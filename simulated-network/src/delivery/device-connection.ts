import type { BinaryNode } from "@whiskeysockets/baileys";
import type { DeviceAddress } from "../format/addresses.ts";

/** A linked device's connection, with the functions that delivery needs. */
export interface DeviceConnection {
  /** The device, or null until it has logged in. */
  readonly device: DeviceAddress | null;
  /** Writes a stanza to the connection. Does nothing if the connection is not open. */
  write(stanza: BinaryNode): void;
  /** Sends the device the reason and closes the connection. */
  end(reason: BinaryNode): void;
}
