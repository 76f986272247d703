import { post } from "../../../delivery/post.ts";
import { type AddressForm, personAddress } from "../../../format/addresses.ts";
import { type Attributes, node, numberBytes, seconds } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { participantAttributes } from "../../people/member-names.ts";
import type { Room } from "../../people/room.ts";
import { bundleKeyNodes, phoneBundle } from "../../signal/key-bundle.ts";
import type { World } from "../../world.ts";

/** A receipt for any id, whether its sender ever got the message or not. */
export interface ForgedReceipt {
  readonly id: string;
  /** `retry` asks for the message itself. */
  readonly kind: "delivered" | "read" | "played" | "retry";
  readonly form: AddressForm;
  /** The group, or the statuses, from which it pretends to come; absent: the chat of the two. */
  readonly room?: Room | undefined;
}

/**
 * Delivers a receipt of an altered app to every linked device of a person, past everything that the network would
 * check. The requester no longer has a message under its id: it is shown again when a copy comes.
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
