import type { WASocket } from "@whiskeysockets/baileys";
import type { MessageId } from "../../../core/contracts/ids.ts";
import { kindOf } from "../../../core/domain/sending/kinds.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { statusRecords } from "../../../core/records/status.ts";
import { addressByPrivateId } from "../fixes/address-by-private-id.ts";
import type { MediaHosts } from "../fixes/ask-for-media-hosts.ts";
import type { Departure } from "../fixes/notice-departure.ts";
import type { GroupWatch } from "../groups/group-watch.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { libraryLog } from "../shared/library-log.ts";
import { Lru } from "../shared/lru.ts";
import { chatAt } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { encodeAct, type MessageAct } from "./acts.ts";
import { chatAddressing } from "./addressing.ts";
import { channelUpload } from "./channels/channel-upload.ts";
import { withHandle, withHandleOf } from "./channels/media-handle.ts";
import { sendPost, sendReaction } from "./channels/send-post.ts";
import { encodeCode } from "./encode-code.ts";
import { decodeMessage, encodeMessage } from "./encode-message.ts";
import { fetchCounted } from "./fetch-counted.ts";
import { mentionsOfMembers } from "./mentions-of-members.ts";
import { messageKey, type NamedMessage } from "./message-key.ts";
import type { Outbound } from "./outbound.ts";
import { readStoredMessage } from "./read-stored-message.ts";
import { knowReceiptSettings } from "./receipt-settings.ts";
import { askRecipients } from "./recipients.ts";
import { relayOptions } from "./relay-options.ts";
import { requireOnNetwork } from "./require-on-network.ts";
import { encodeStatus } from "./status.ts";

/** One connection's sending side. */
export interface Sender {
  /** The address for a message to this chat; see SessionPort.resolveChat. */
  resolveChat(chat: string): Promise<string>;
  /** See SessionPort.askAbout. */
  askAbout(chat: string, message: MessageRecord): Promise<void>;
  /** See SessionPort.encode. */
  encode(chat: string, message: MessageRecord): Promise<Uint8Array>;
  /** Encodes an act on a message; null: it has no network id, or no text to edit. */
  encodeAct(chat: string, message: MessageRecord, act: MessageAct): Promise<Uint8Array | null>;
  /**
   * Sends bytes to the network; resolves when they were written to the connection.
   * @param list the addresses of a status. @throws NothingLeft if they were not.
   */
  relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void>;
  /**
   * Reacts to a channel post, which is named by its number in the channel; resolves when it was written to the
   * connection.
   * @param networkId the id that the network acknowledges.
   */
  reactInChannel(chat: string, serverId: string, emoji: string | null, networkId: string): Promise<void>;
  /** Sends read receipts to the writers, if the account's settings allow them. */
  markRead(chat: string, messages: NamedMessage[]): Promise<void>;
  /** The address of a message's writer, as its group uses it; null in other chats, and for our own messages. */
  writerOf(chat: string, message: NamedMessage): Promise<string | null>;
}

/** Messages remembered as having their file counted against the budget. */
const COUNTED_KEPT = 1_000;

/** A socket's sending side. */
export function createSender(
  deps: ConnectionDeps,
  owner: Owner,
  { sock, departure, watch, media }: { sock: WASocket; departure: Departure; watch: GroupWatch; media: MediaHosts },
  caches: SessionCaches,
): Sender {
  const addressing = chatAddressing(sock, caches.groups, watch, deps.monotonicMs);
  const ask = askRecipients(sock, caches, addressing, deps.monotonicMs);
  const counted = new Lru<true>(COUNTED_KEPT);
  const outFor = (messageId: MessageId): Outbound => ({
    instance_id: owner.instance_id,
    fetch: fetchCounted(deps, owner, messageId, counted),
    folder: deps.folder,
    get: deps.get,
    ids: deps.ids,
    log: deps.log,
    libraryLog: libraryLog(deps.log, owner.instance_id),
    upload: media.waUploadToServer,
  });
  return {
    resolveChat: (chat) => addressByPrivateId(sock, chat, deps.monotonicMs),
    async askAbout(chat, message) {
      // A repeat was checked before the first attempt.
      if (message.network_id === null) await requireOnNetwork(sock, caches, message, deps.monotonicMs);
      await ask(chat);
    },
    async encode(chat, message) {
      if (chatAt(chat).kind === "status") {
        const look = await statusRecords.read(deps.table, owner.instance_id, String(message.id));
        return encodeStatus(outFor(message.id), addressing, message, look);
      }
      const { holdsCode } = kindOf(message);
      // Encoded again for each repeat; whether its person is on the network was checked before the first attempt.
      const isRepeat = holdsCode && message.network_id !== null;
      if (!isRepeat) await requireOnNetwork(sock, caches, message, deps.monotonicMs);
      if (holdsCode) return encodeCode(deps, owner, chat, message);
      const quoted = message.reply_to === null ? null : await readStoredMessage(deps, owner, message.reply_to);
      const out = outFor(message.id);
      const going = await mentionsOfMembers({ ...owner, table: deps.table, addressing }, chat, message);
      if (chatAt(chat).kind !== "channel") return encodeMessage(out, addressing, chat, going, quoted);
      const { upload, handle } = channelUpload(media);
      const bytes = await encodeMessage({ ...out, upload }, addressing, chat, message, quoted);
      const named = handle();
      return named === null ? bytes : withHandle(bytes, named);
    },
    async encodeAct(chat, message, act) {
      const key = await messageKey(addressing, chatAt(chat), message);
      const bytes = key && encodeAct(deps, message, key, act);
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
        // Queried beforehand; otherwise the library would query the network for it inside its lock.
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
