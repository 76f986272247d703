import type { MessageDetails } from "../../contracts/content/details.ts";
import type { ReceivedOnlyCode } from "../../contracts/error-codes.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Message } from "../../contracts/message.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { Write } from "../../store/table.ts";

/** A message the session got from the network: written by the other side, or typed on the linked phone. */
export interface IncomingMessage {
  account_id: AccountId;
  instance_id: InstanceId;
  /** The fence with which the session started. */
  fence: number;
  /** Chosen before its file was stored under `mediaKey`; absent: a new one. */
  id?: string;
  network_id: string;
  /** The network's chat: of the person, the group, or the channel. */
  chat_id: string;
  /** The writer's phone; of what was typed on the linked phone, the other side's (null in groups). */
  phone: string | null;
  /**
   * Phone digits when known, else the private id (`…@lid`): whose message it is; of what was typed on the linked phone,
   * whom it is for (in a group unused).
   */
  person: string;
  /** The same person's private id (`…@lid`), when the session knows both it and the phone: they become one person. */
  private_id?: string | null;
  /** In groups, the author: phone, else private id. */
  participant: string | null;
  contact_name: string | null;
  from_me: boolean;
  type: Message["type"];
  /** The text, or a file's caption. */
  body: string | null;
  /** Its file, stored already; null: none, or one that is not kept (`error_code` says why). */
  file?: StoredFile | null;
  error_code?: "file_too_large" | "media_unreachable" | ReceivedOnlyCode | null;
  location?: Message["location"];
  contact?: Message["contact"];
  poll?: Message["poll"];
  /** Of a poll's results that were passed on: how many chose each option. */
  tally?: number[];
  order?: Message["order"];
  product?: Message["product"];
  /** Everything else it says; absent: nothing. */
  details?: MessageDetails;
  /**
   * The message it says it answers: the network's id and whose it is
   * (`out`, or the writer's person key). See `findQuoted`.
   */
  quoted?: NamedMessage | null;
  /** The message it comments on, named in the same way; absent: none. */
  comments?: NamedMessage;
  network_server_id?: string | null;
  /** The phone takes chats out of its archive when something is written; absent: it does not, as at first. */
  unarchives?: boolean;
  /** How often it was passed on, as phones count it; absent: not. */
  forwarding_score?: number;
  written_at: Date;
  network_bytes: Uint8Array | null;
  /** Deletes the session's own record of the plaintext, once the message is stored. */
  journal: Write | null;
  /** Written in the commit that stores it, and only there. */
  also?: Write[];
}

/** A message as another one names it: who writes that chose both, so it may be anybody's or nobody's. */
interface NamedMessage {
  network_id: string;
  author: string;
}
