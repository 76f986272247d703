import { proto } from "@whiskeysockets/baileys";
import { child, children, contentBytes, node, seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import { ChannelError } from "../../world/channels/channel-error.ts";
import { requireMayPost } from "../../world/channels/channel-role.ts";
import { openChannel } from "../../world/channels/open-channel.ts";
import { reactToPost } from "../../world/channels/react-to-post.ts";
import { filePartOf } from "../../world/content/media.ts";
import { unwrap } from "../../world/content/unwrap.ts";
import { changePost, POST_EDIT, postToChannel } from "../../world/messages/writing/post-to-channel.ts";
import { answer, type Incoming } from "../connection/incoming.ts";

/** The network's numbers for changes to messages in other kinds of chats. A channel accepts but ignores them. */
const CHANGES_OF_MESSAGES: readonly string[] = ["1", "7"];

/** Handles a linked device's post, change or reaction in a channel. */
export async function passChannelMessage(incoming: Incoming): Promise<void> {
  try {
    acknowledge(incoming, await take(incoming));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    acknowledge(incoming, { error: error.code });
  }
}

/** Carries out a post, change or reaction. @returns what to add to the acknowledgement. @throws ChannelError */
async function take(incoming: Incoming): Promise<{ server_id?: number }> {
  const { world, transaction, owner, device, stanza } = incoming;
  const { id = "", to = "", type = "text", edit } = stanza.attrs;
  const channel = openChannel(transaction, to);
  if (type === "reaction") return takeReaction(incoming, channel);
  requireMayPost(transaction, channel, owner.phone);
  const author = { phone: owner.phone, device: device.device };
  const content = edit === POST_EDIT.deletion ? null : contentOf(incoming);
  if (edit === POST_EDIT.edit || edit === POST_EDIT.deletion) {
    const post = transaction.store.posts.find(channel.id, id);
    if (!post || post.isDeleted) throw new ChannelError("not_found");
    changePost(world, transaction, channel, post, { content, author });
    return { server_id: post.serverId };
  }
  if (edit !== undefined && CHANGES_OF_MESSAGES.includes(edit)) return {};
  if (!content) throw new ChannelError("bad_request");
  const mediatype = child(stanza, "plaintext")?.attrs.mediatype ?? null;
  const written = { id, type, mediatype, content, author, isShown: isShown(incoming, content, mediatype) };
  return { server_id: await postToChannel(world, transaction, channel, written) };
}

/** Returns a post's content. @throws ChannelError bad_request if it isn't a message. */
function contentOf({ stanza }: Incoming): Buffer {
  const content = contentBytes(children(stanza, "plaintext")[0] ?? null);
  try {
    if (content && content.length > 0 && proto.Message.decode(content)) return content;
  } catch {
    // The content isn't a valid protocol message.
  }
  throw new ChannelError("bad_request");
}

/**
 * Whether a post is visible. Its file must have been uploaded for channels, and the post must refer to that upload.
 * Otherwise, the post is accepted but nobody sees it.
 */
function isShown({ world, stanza }: Incoming, content: Buffer, mediatype: string | null): boolean {
  const { type, media_id } = stanza.attrs;
  if (type !== "media" && !filePartOf(unwrap(proto.Message.decode(content)))) return true;
  return type === "media" && mediatype !== null && world.media.isUploaded(media_id ?? "");
}

function takeReaction({ transaction, owner, stanza }: Incoming, channel: Channel): object {
  const post = transaction.store.posts.byServerId(channel.id, Number(stanza.attrs.server_id));
  const emoji = child(stanza, "reaction")?.attrs.code ?? "";
  if (post) reactToPost(transaction, channel, post, owner.phone, emoji);
  return {};
}

function acknowledge(incoming: Incoming, more: { error?: number; server_id?: number }): void {
  const { world, transaction, stanza } = incoming;
  if (world.faults.isOn("lose_acks")) return;
  const { id, to, type } = stanza.attrs;
  answer(incoming, node("ack", { class: "message", id, type, from: to, t: seconds(transaction.now), ...more }));
}
