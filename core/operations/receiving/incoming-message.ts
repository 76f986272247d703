import type { MessageDetails } from "../../contracts/content/details.ts";
import type { ReceivedOnlyCode } from "../../contracts/error-codes.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Message } from "../../contracts/message.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { Write } from "../../store/table.ts";

/** A message received from the network: written by another person, or typed on the linked phone. */
export interface IncomingMessage {
  account_id: AccountId;
  instance_id: InstanceId;
  /** The fence that the session started with. */
  fence: number;
  /**
   * The message's id, if it was chosen before the message's file was stored under `mediaKey`. If absent, a new id is
   * generated.
   */
  id?: string;
  network_id: string;
  /** The network's id for the chat with the person, the group, or the channel. */
  chat_id: string;
  /** The phone number of the author or, for a message typed on the linked phone, of the recipient. Null in groups. */
  phone: string | null;
  /**
   * The author's key: phone digits if available, otherwise the private id (`…@lid`). For a message typed on the linked
   * phone, the recipient's key (unused in groups).
   */
  person: string;
  /**
   * The private id (`…@lid`) of the person in `person`, if the session has both ids. The people stored under these ids
   * are then merged into a single person.
   */
  private_id?: string | null;
  /** In groups, the author's phone number, or their private id if the number is hidden. */
  participant: string | null;
  contact_name: string | null;
  from_me: boolean;
  type: Message["type"];
  /** The message's text, or its file's caption. */
  body: string | null;
  /**
   * The message's file, already stored. Null if the message has no file or the file isn't stored (see `error_code`).
   */
  file?: StoredFile | null;
  error_code?: "file_too_large" | "media_unreachable" | ReceivedOnlyCode | null;
  location?: Message["location"];
  contact?: Message["contact"];
  poll?: Message["poll"];
  /** The results of a forwarded poll: the number of votes per option. */
  tally?: number[];
  order?: Message["order"];
  product?: Message["product"];
  /** All other content, if any. */
  details?: MessageDetails;
  /**
   * The message that this message claims to reply to, identified by its network id and its author (`out`, or the
   * author's person key). See `findQuoted`.
   */
  quoted?: NamedMessage | null;
  /** The message that this message comments on, if any, identified in the same way as `quoted`. */
  comments?: NamedMessage;
  network_server_id?: string | null;
  /** Whether the phone unarchives a chat when a new message arrives. Absent means the default: it doesn't. */
  unarchives?: boolean;
  /** How often the message was forwarded, as counted by phones. Absent means never. */
  forwarding_score?: number;
  written_at: Date;
  network_bytes: Uint8Array | null;
  /** The write that deletes the message's entry in the session's journal, for the commit that stores the message. */
  journal: Write | null;
  /** Further writes for the commit that stores the message. */
  also?: Write[];
}

/**
 * A message's reference to another message. The sender chose both fields, so the other message can be anyone's, and
 * might not exist at all.
 */
interface NamedMessage {
  network_id: string;
  author: string;
}
