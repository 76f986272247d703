import { acknowledge } from "../../delivery/acknowledge.ts";
import { LID_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import { DELIVERED_AFTER_MS, passReceipt, type Receipt } from "../../world/messages/receipts.ts";
import { deviceAt } from "../../world/people/device-at.ts";
import { roomAt } from "../../world/people/room.ts";
import { answer, type Incoming } from "../connection/incoming.ts";
import { answerMediaRetry } from "./media-retry.ts";
import { handleRetryReceipt } from "./retry-receipt.ts";

/** Handles a client's receipt for messages that were delivered or read, or couldn't be decrypted. */
export async function handleReceipt(incoming: Incoming): Promise<void> {
  const { world, transaction, device, stanza } = incoming;
  const { id = "", type, to, participant } = stanza.attrs;
  answer(incoming, node("ack", { class: "receipt", id, type, from: to, participant }));
  switch (type) {
    case undefined:
    case "inactive":
      for (const messageId of idsOf(incoming)) acknowledge(world, transaction, device, "message", messageId);
      confirm(incoming, "delivered");
      return;
    case "sender":
    case "peer_msg":
      for (const messageId of idsOf(incoming)) acknowledge(world, transaction, device, "message", messageId);
      return;
    case "read":
    case "played":
      confirm(incoming, type);
      return;
    case "retry":
      await handleRetryReceipt(incoming);
      return;
    case "server-error":
      answerMediaRetry(incoming);
      return;
    case "read-self":
      for (const messageId of idsOf(incoming)) transaction.store.chatReading.readTo(incoming.owner.phone, messageId);
      return;
    case "view":
      countViews(incoming);
      return;
    case "hist_sync":
      return;
    default:
      world.log("unknown_receipt", { type });
  }
}

/** Counts views of the channel posts that a device has displayed. Posts are identified by number. */
function countViews({ transaction, stanza }: Incoming): void {
  const listed = children(child(stanza, "list") ?? node("list"), "item").map((item) => Number(item.attrs.server_id));
  for (const serverId of listed) transaction.store.posts.addViews(stanza.attrs.to ?? "", serverId, 1);
}

/** Returns the receipt's own ID and any further IDs that it lists. */
function idsOf({ stanza }: Incoming): string[] {
  const listed = children(child(stanza, "list") ?? node("list"), "item").map((item) => item.attrs.id);
  return [stanza.attrs.id, ...listed].filter((id) => id !== undefined);
}

/**
 * Passes the receipt on to the messages' author. In a group, the receipt specifies that author. In a channel, no one is
 * notified.
 */
function confirm(incoming: Incoming, kind: Receipt["kind"]): void {
  const { world, transaction, owner, device, stanza } = incoming;
  const room = roomAt(transaction, stanza.attrs.to) ?? undefined;
  const to = parseAddress(room ? stanza.attrs.participant : stanza.attrs.to);
  const author = deviceAt(transaction, to);
  if (!to || !author) return;
  const form = to.server === LID_SERVER ? "lid" : "pn";
  const delayMs = kind === "delivered" ? DELIVERED_AFTER_MS : 0;
  for (const messageId of idsOf(incoming)) {
    passReceipt(world, transaction, owner, device.device, author.person, { messageId, kind, form, room }, delayMs);
  }
}
