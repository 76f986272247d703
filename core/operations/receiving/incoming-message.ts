import type { MessageDetails } from "../../contracts/content/details.ts";
import type { ReceivedOnlyCode } from "../../contracts/error-codes.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Message } from "../../contracts/message.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { Write } from "../../store/table.ts";

/** A message that the session got from the network: written by the other side, or typed on the linked phone. */
export interface IncomingMessage {
  account_id: AccountId;
  instance_id: InstanceId;
  /** The fence that the session started with. */
  fence: number;
  /** Chosen before its file was stored under `mediaKey`; absent means a new one. */
  id?: string;
  network_id: string;
  /** The network's chat: the person's, the group's, or the channel's. */
  chat_id: string;
  /** The writer's phone; for a message typed on the linked phone, the other side's (null in groups). */
  phone: string | null;
  /**
   * Whose message it is: phone digits if known, otherwise the private id (`…@lid`); for a message typed on the linked
   * phone, whom it is for (unused in groups).
   */
  person: string;
  /** The same person's private id (`…@lid`), if the session knows both, which then become one person. */
  private_id?: string | null;
  /** In groups, the author: phone, otherwise private id. */
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
  /** Of a poll's results that were passed on: how many chose each option. */
  tally?: number[];
  order?: Message["order"];
  product?: Message["product"];
  /** All other content; absent if none. */
  details?: MessageDetails;
  /**
   * The message it claims to answer: the network's id and whose it is (`out`, or the writer's person key). See
   * `findQuoted`.
   */
  quoted?: NamedMessage | null;
  /** The message it comments on, named in the same way; absent if none. */
  comments?: NamedMessage;
  network_server_id?: string | null;
  /** The phone unarchives chats when they get a message; absent if it does not, as is the default. */
  unarchives?: boolean;
  /** How often it was forwarded, as phones count it; absent means never. */
  forwarding_score?: number;
  written_at: Date;
  network_bytes: Uint8Array | null;
  /** Deletes the session's own record of the plaintext, once the message is stored. */
  journal: Write | null;
  /** Written only in the commit that stores it. */
  also?: Write[];
}

/** A message as another one names it: who writes that chose both, so it may be anybody's or nobody's. */
interface NamedMessage {
  network_id: string;
  author: string;
}
