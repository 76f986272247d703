import { child, children, contentBytes, node, seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels-table.ts";
import { postToChannel } from "../../world/messages/writing/post-to-channel.ts";
import { answer, type Incoming } from "../connection/incoming.ts";

/** The network's code for writing in a channel of somebody else. */
const NOT_ALLOWED = 403;

/** A linked device writes or reacts in a channel. */
export async function passChannelMessage(incoming: Incoming, channel: Channel): Promise<void> {
  const { world, transaction, owner, device, stanza } = incoming;
  const { id = "", type, edit } = stanza.attrs;
  if (type === "reaction") {
    const emoji = child(stanza, "reaction")?.attrs.code ?? "";
    tellReaction(incoming, channel, emoji);
    acknowledge(incoming, {});
    return;
  }
  const content = contentBytes(children(stanza, "plaintext")[0] ?? null);
  if (channel.owner !== owner.phone || !content) {
    acknowledge(incoming, { error: NOT_ALLOWED });
    return;
  }
  const author = { phone: owner.phone, device: device.device };
  const serverId = await postToChannel(world, transaction, channel, { id, type, edit, content, author });
  acknowledge(incoming, { server_id: serverId });
}

function acknowledge(incoming: Incoming, more: { error?: number; server_id?: number }): void {
  const { world, transaction, stanza } = incoming;
  if (world.faults.isOn("lose_acks")) return;
  const { id, to, type } = stanza.attrs;
  answer(incoming, node("ack", { class: "message", id, type, from: to, t: seconds(transaction.now), ...more }));
}

/** Reactions in channels are only counted by the network; the phone of who follows shows whose it is. */
function tellReaction({ transaction, owner, stanza }: Incoming, channel: Channel, emoji: string): void {
  const posted = transaction.store.posts
    .list(channel.id, Number.MAX_SAFE_INTEGER)
    .find(({ serverId }) => String(serverId) === stanza.attrs.server_id);
  if (!posted) return;
  for (const phone of transaction.store.followers.of(channel.id)) {
    transaction.store.reactions.put(phone, posted.id, owner.phone, emoji);
  }
}
