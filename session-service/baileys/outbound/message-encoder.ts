import type { WASocket } from "@whiskeysockets/baileys";
import type { MessageId } from "../../../core/contracts/ids.ts";
import { kindOf } from "../../../core/domain/sending/kinds.ts";
import { timerOf } from "../../../core/records/chats/remembered-timer.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { statusRecords } from "../../../core/records/status.ts";
import type { MediaHosts } from "../fixes/ask-for-media-hosts.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { libraryLog } from "../shared/library-log.ts";
import { Lru } from "../shared/lru.ts";
import { chatAt } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import type { Addressing } from "./addressing.ts";
import { channelUpload } from "./channels/channel-upload.ts";
import { withHandle } from "./channels/media-handle.ts";
import { encodeCode } from "./encode-code.ts";
import { encodeMessage } from "./encode-message.ts";
import { fetchCounted } from "./fetch-counted.ts";
import { mentionsOfMembers } from "./mentions-of-members.ts";
import type { Outbound } from "./outbound.ts";
import { readStoredMessage } from "./read-stored-message.ts";
import { requireOnNetwork } from "./require-on-network.ts";
import { encodeStatus } from "./status.ts";
import { timed } from "./with-timer.ts";

/** The maximum number of messages to remember whose files have already been counted against the budget. */
const COUNTED_KEPT = 1_000;

/** The parts of a connection needed for encoding. */
interface EncodingParts {
  deps: ConnectionDeps;
  owner: Owner;
  sock: WASocket;
  caches: SessionCaches;
  addressing: Addressing;
  media: MediaHosts;
}

/** Encodes messages for their chats, applying each chat's disappearing-message timer. docs/decisions/0204. */
export interface MessageEncoder {
  /** See SessionPort.encode. */
  encode(chat: string, message: MessageRecord, prepared?: Uint8Array): Promise<Uint8Array>;
  /** Returns the number of seconds after which messages in this chat disappear, or 0 if they don't disappear. */
  timerSec(chat: string, message: MessageRecord): Promise<number>;
}

/** Creates a connection's encoder. */
export function messageEncoder(parts: EncodingParts): MessageEncoder {
  const { deps, owner, addressing } = parts;
  const bare = bareEncoder(parts);
  async function timerSec(chat: string, { person }: MessageRecord): Promise<number> {
    const { kind } = chatAt(chat);
    if (kind === "group") return (await addressing.group(chat)).ephemeralDuration ?? 0;
    const isPersons = kind === "phone" || kind === "private";
    return isPersons && person !== null ? timerOf(deps.table, owner, person) : 0;
  }
  return {
    async encode(chat, message, prepared) {
      if (prepared) return timed(prepared, await timerSec(chat, message));
      const bytes = await bare(chat, message);
      // Read the timer last, because fetching a file may have taken a while.
      const sec = await timerSec(chat, message);
      return sec > 0 ? timed(bytes, sec) : bytes;
    },
    timerSec,
  };
}

/** Creates an encoder that ignores the chat's timer. */
function bareEncoder({ deps, owner, sock, caches, addressing, media }: EncodingParts) {
  const counted = new Lru<true>(COUNTED_KEPT);
  const outFor = (messageId: MessageId): Outbound => ({
    instance_id: owner.instance_id,
    fetch: fetchCounted(deps, owner, messageId, counted),
    folder: deps.folder,
    preview: deps.preview,
    ids: deps.ids,
    log: deps.log,
    libraryLog: libraryLog(deps.log, owner.instance_id),
    upload: media.waUploadToServer,
  });
  return async (chat: string, message: MessageRecord): Promise<Uint8Array> => {
    if (chatAt(chat).kind === "status") {
      const look = await statusRecords.read(deps.table, owner.instance_id, String(message.id));
      return encodeStatus(outFor(message.id), addressing, message, look);
    }
    const { holdsCode } = kindOf(message);
    // A message with a code is encoded again for each retry. Its recipient was already looked up before the first
    // attempt.
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
  };
}
