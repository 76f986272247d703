import type { WASocket } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { addressByPrivateId } from "../fixes/address-by-private-id.ts";
import type { MediaHosts } from "../fixes/ask-for-media-hosts.ts";
import type { Departure } from "../fixes/notice-departure.ts";
import type { GroupWatch } from "../groups/group-watch.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { chatAt } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { encodeAct, type MessageAct } from "./acts.ts";
import { chatAddressing } from "./addressing.ts";
import { withHandleOf } from "./channels/media-handle.ts";
import { sendPost, sendReaction } from "./channels/send-post.ts";
import { decodeMessage } from "./encode-message.ts";
import { messageEncoder } from "./message-encoder.ts";
import { messageKey, type NamedMessage } from "./message-key.ts";
import { knowReceiptSettings } from "./receipt-settings.ts";
import { askRecipients } from "./recipients.ts";
import { relayOptions } from "./relay-options.ts";
import { requireOnNetwork } from "./require-on-network.ts";

/** The sending side of a connection. */
export interface Sender {
  /** Returns the address for messages to this chat; see SessionPort.resolveChat. */
  resolveChat(chat: string): Promise<string>;
  /** See SessionPort.askAbout. */
  askAbout(chat: string, message: MessageRecord): Promise<void>;
  /** See SessionPort.encode. */
  encode(chat: string, message: MessageRecord, prepared?: Uint8Array): Promise<Uint8Array>;
  /** Encodes an act on a message, or returns null if the message has no network id or no text to edit. */
  encodeAct(chat: string, message: MessageRecord, act: MessageAct): Promise<Uint8Array | null>;
  /**
   * Sends bytes to the network. Resolves when the bytes are written to the connection.
   * @param list a status's recipient addresses. @throws NothingLeft if the bytes were definitely not written.
   */
  relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void>;
  /**
   * Reacts to a channel post. Resolves when the reaction is written to the connection. @param serverId the post's
   * number in the channel.
   * @param networkId the id that the network uses to acknowledge the reaction.
   */
  reactInChannel(chat: string, serverId: string, emoji: string | null, networkId: string): Promise<void>;
  /** Sends read receipts to the messages' authors, if the account's settings allow them. */
  markRead(chat: string, messages: NamedMessage[]): Promise<void>;
  /**
   * Returns the address of a message's author in the form used by its group, or null in other chats and for our own
   * messages.
   */
  writerOf(chat: string, message: NamedMessage): Promise<string | null>;
}

/** Creates the sending side of a socket. */
export function createSender(
  deps: ConnectionDeps,
  owner: Owner,
  { sock, departure, watch, media }: { sock: WASocket; departure: Departure; watch: GroupWatch; media: MediaHosts },
  caches: SessionCaches,
): Sender {
  const addressing = chatAddressing(sock, caches.groups, watch, deps.monotonicMs);
  const ask = askRecipients(sock, caches, addressing, deps.monotonicMs);
  const encoder = messageEncoder({ deps, owner, sock, caches, addressing, media });
  return {
    resolveChat: (chat) => addressByPrivateId(sock, chat, deps.monotonicMs),
    async askAbout(chat, message) {
      // For a retry, the recipient was already checked before the first attempt.
      if (message.network_id === null) await requireOnNetwork(sock, caches, message, deps.monotonicMs);
      await ask(chat);
    },
    encode: encoder.encode,
    async encodeAct(chat, message, act) {
      const key = await messageKey(addressing, chatAt(chat), message);
      const bytes =
        key && encodeAct(deps, message, key, act, act.kind === "edit" ? await encoder.timerSec(chat, message) : 0);
      return bytes && chatAt(chat).kind === "channel" ? withHandleOf(bytes, message) : bytes;
    },
    async relay(chat, networkId, bytes, list) {
      if (chatAt(chat).kind === "channel") return sendPost(sock, chat, networkId, bytes);
      const message = decodeMessage(bytes);
      const { kind } = chatAt(chat);
      const isForOne = kind === "phone" || kind === "private";
      await departure(networkId, isForOne ? chat : null, async () => {
        if (kind === "group") {
          await addressing.group(chat);
          await watch.renewGroupKey(chat);
        }
        // Query the recipients beforehand. Otherwise, the library would query the network for them while holding its
        // lock.
        await ask(chat);
        await sock.relayMessage(chat, message, { messageId: networkId, ...relayOptions(message, list) });
      });
    },
    reactInChannel: (channel, serverId, emoji, id) => sendReaction(sock, { channel, serverId, id }, emoji),
    async markRead(chat, messages) {
      const found = await Promise.all(messages.map((message) => messageKey(addressing, chatAt(chat), message)));
      const keys = found.filter((key) => key !== null);
      if (keys.length === 0) return;
      await knowReceiptSettings(sock, deps.monotonicMs);
      await sock.readMessages(keys);
    },
    async writerOf(chat, message) {
      return (await messageKey(addressing, chatAt(chat), message))?.participant ?? null;
    },
  };
}
