import type { AddressForm, DeviceAddress } from "../../../format/addresses.ts";

/** A message that arrived at a phone and was read. */
export interface Arrival {
  readonly id: string;
  /** The other side; for a copy of the owner's own message, the one it was sent to. */
  readonly chatId: string;
  readonly author: DeviceAddress;
  readonly form: AddressForm;
  readonly at: Date;
  /** Between the devices of one account, not meant for anybody's eyes. */
  readonly peer: boolean;
}
