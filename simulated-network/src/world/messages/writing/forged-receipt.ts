import { post } from "../../../delivery/post.ts";
import { type AddressForm, personAddress } from "../../../format/addresses.ts";
import { type Attributes, node, numberBytes, seconds } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { participantAttributes } from "../../people/member-names.ts";
import type { Room } from "../../people/room.ts";
import { bundleKeyNodes, phoneBundle } from "../../signal/key-bundle.ts";
import type { World } from "../../world.ts";

/** A receipt for any id, even the id of a message that the receipt's sender never received. */
export interface ForgedReceipt {
  readonly id: string;
  /** The kind of receipt. `retry` requests the message itself. */
  readonly kind: "delivered" | "read" | "played" | "retry";
  readonly form: AddressForm;
  /** The group or the statuses that the receipt pretends to come from. Defaults to the chat between the two people. */
  readonly room?: Room | undefined;
}

/**
 * Delivers a receipt, of the kind a modified app could send, to all of a person's linked devices. It bypasses all of
 * the network's checks. For `retry`, the requesting phone forgets the message with this id, so the message is shown
 * again when a copy arrives.
 */
export function sendForgedReceipt(
  world: World,
  transaction: Transaction,
  reader: Person,
  author: Person,
  { id, kind, form, room }: ForgedReceipt,
): void {
  const type = kind === "delivered" ? undefined : kind;
  const names: Attributes = room
    ? { from: room.id, ...participantAttributes(room, reader) }
    : { from: personAddress(reader, form) };
  const asks = [
    node("retry", { count: 2, id, t: seconds(transaction.now), v: 1 }),
    node("registration", {}, numberBytes(reader.registrationId, 4)),
    node("keys", {}, bundleKeyNodes(phoneBundle(transaction, reader))),
  ];
  const stanza = node("receipt", { ...names, id, type, t: seconds(transaction.now) }, kind === "retry" ? asks : []);
  if (kind === "retry") transaction.store.messages.forget(reader.phone, id);
  for (const device of transaction.store.devices.of(author.phone)) {
    if (kind === "retry") transaction.store.copies.unmarkPassed(device, id, { phone: reader.phone, device: 0 });
    post(world, transaction, device, stanza, { class: "receipt", type: type ?? "" });
  }
}
