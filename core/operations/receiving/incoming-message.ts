import type { MessageDetails } from "../../contracts/content/details.ts";
import type { ReceivedOnlyCode } from "../../contracts/error-codes.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Message } from "../../contracts/message.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { Write } from "../../store/table.ts";

/** A message that the session got from the network, written by another person or typed on the linked phone. */
export interface IncomingMessage {
  account_id: AccountId;
  instance_id: InstanceId;
  /** The fence with which the session started. */
  fence: number;
  /** Chosen before its file was stored under `mediaKey`; absent means a new one. */
  id?: string;
  network_id: string;
  /** The network's chat: the person's, the group's, or the channel's. */
  chat_id: string;
  /** The writer's phone or, for a message typed on the linked phone, the recipient's (null in groups). */
  phone: string | null;
  /**
   * The writer's key: phone digits if known, otherwise the private id (`…@lid`). For a message typed on the linked
   * phone, the recipient's key (unused in groups).
   */
  person: string;
  /** That person's private id (`…@lid`), if the session knows both ids, which are then merged into one person. */
  private_id?: string | null;
  /** In groups, the author's phone or, if that is hidden, private id. */
  participant: string | null;
  contact_name: string | null;
  from_me: boolean;
  type: Message["type"];
  /** The text, or a file's caption. */
  body: string | null;
  /** Its file, already stored; null if none, or one that is not kept (see `error_code`). */
  file?: StoredFile | null;
  error_code?: "file_too_large" | "media_unreachable" | ReceivedOnlyCode | null;
  location?: Message["location"];
  contact?: Message["contact"];
  poll?: Message["poll"];
  /** The results of a forwarded poll: how many people chose each option. */
  tally?: number[];
  order?: Message["order"];
  product?: Message["product"];
  /** All other content; absent if none. */
  details?: MessageDetails;
  /**
   * The message that it claims to reply to: the network's id, and its author (`out`, or the writer's person key). See
   * `findQuoted`.
   */
  quoted?: NamedMessage | null;
  /** The message it comments on, named in the same way; absent if none. */
  comments?: NamedMessage;
  network_server_id?: string | null;
  /** Whether the phone unarchives chats when they get a message; absent means the default, that it does not. */
  unarchives?: boolean;
  /** How often it was forwarded, as phones count it; absent means never. */
  forwarding_score?: number;
  written_at: Date;
  network_bytes: Uint8Array | null;
  /** Deletes the session's record of the decrypted message once it is stored. */
  journal: Write | null;
  /** Further writes for the commit that stores it. */
  also?: Write[];
}

/** A message as another message names it. The sender chose both fields, so it may be anybody's, or may not exist. */
interface NamedMessage {
  network_id: string;
  author: string;
}
