import type { AddressForm, DeviceAddress } from "../../../format/addresses.ts";

/** A message that arrived at a phone and was decrypted. */
export interface Arrival {
  readonly id: string;
  /** The chat with the author; for a copy of the owner's own message, the chat it was sent to. */
  readonly chatId: string;
  readonly author: DeviceAddress;
  readonly form: AddressForm;
  readonly at: Date;
  /** Sent between an account's devices, and never shown. */
  readonly peer: boolean;
}
