import type { AddressForm, DeviceAddress } from "../../../format/addresses.ts";

/** A message that has arrived at a phone and was decrypted. */
export interface Arrival {
  readonly id: string;
  /** The chat with the author; for a copy of the owner's own message, the chat to which the message was sent. */
  readonly chatId: string;
  readonly author: DeviceAddress;
  readonly form: AddressForm;
  readonly at: Date;
  /** Whether the message is between the devices of one account. Such a message is never shown. */
  readonly peer: boolean;
}
