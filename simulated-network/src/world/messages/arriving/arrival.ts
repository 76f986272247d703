import type { AddressForm, DeviceAddress } from "../../../format/addresses.ts";

/** A message that has arrived at a phone and been decrypted. */
export interface Arrival {
  readonly id: string;
  /** The chat with the author or, for a copy of the owner's own message, the chat that the message was sent to. */
  readonly chatId: string;
  readonly author: DeviceAddress;
  readonly form: AddressForm;
  readonly at: Date;
  /** Whether the message is from one of the account's devices to another. Such messages are never shown. */
  readonly peer: boolean;
}
