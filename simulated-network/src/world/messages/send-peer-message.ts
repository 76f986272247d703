import type { proto } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { encryptForDevice } from "../signal/encrypt-for-device.ts";
import type { World } from "../world.ts";
import { newMessageId } from "./message-id.ts";

/**
 * Sends a message (such as keys, history, or answers) from a phone to one of its own linked devices. People never see
 * these messages.
 */
export async function sendPeerMessage(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: LinkedDevice,
  message: proto.IMessage,
): Promise<void> {
  const { type, bytes } = await encryptForDevice(transaction, owner, device, message);
  const stanza = node(
    "message",
    {
      from: personAddress(owner, "pn"),
      id: newMessageId(),
      t: seconds(transaction.now),
      category: "peer",
      type: "text",
    },
    [node("enc", { v: 2, type }, bytes)],
  );
  post(world, transaction, device, stanza, { class: "message", type: "" });
}
