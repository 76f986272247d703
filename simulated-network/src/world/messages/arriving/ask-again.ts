import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import { type AddressForm, type DeviceAddress, personAddress } from "../../../format/addresses.ts";
import { node, numberBytes, seconds } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { Room } from "../../people/room.ts";
import { bundleKeyNodes, phoneBundle } from "../../signal/key-bundle.ts";
import type { World } from "../../world.ts";

/** The number of undecryptable copies after which a device gives up. */
export const MOST_RETRIES = 5;

/**
 * Makes a phone request another copy of a message it couldn't decrypt. From the second request on, the phone's keys are
 * included.
 */
export function askAgain(
  world: World,
  transaction: Transaction,
  reader: Person,
  sender: { readonly person: Person; readonly device: DeviceAddress },
  form: AddressForm,
  stanza: BinaryNode,
  room: Room | null = null,
): void {
  const id = stanza.attrs.id ?? "";
  transaction.store.copies.unmarkPassed(sender.device, id, { phone: reader.phone, device: 0 });
  const count = transaction.store.copies.countRetry(reader.phone, id, sender.device);
  world.log("message_unreadable", { id, count });
  if (count > MOST_RETRIES) return;
  const receipt = node(
    "receipt",
    {
      from: room ? room.id : personAddress(reader, form),
      participant: room ? personAddress(reader, form) : undefined,
      // Only the sender's own phone names the chat; otherwise, the sender identifies it.
      recipient: !room && reader.phone === sender.person.phone ? stanza.attrs.recipient : undefined,
      id,
      type: "retry",
      t: seconds(transaction.now),
    },
    [
      node("retry", { count, id, t: stanza.attrs.t, v: 1 }),
      node("registration", {}, numberBytes(reader.registrationId, 4)),
      ...(count > 1 ? [node("keys", {}, bundleKeyNodes(phoneBundle(transaction, reader)))] : []),
    ],
  );
  post(world, transaction, sender.device, receipt, { class: "receipt", type: "retry" });
}
