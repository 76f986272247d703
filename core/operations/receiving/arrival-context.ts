import type { MessageId } from "../../contracts/ids.ts";
import type { ArrivalCourse } from "../../domain/messages/arrival-course.ts";
import type { AutomationsRecord } from "../../records/answers/automations.ts";
import type { ChatAsRead } from "../../records/chats/chat-as-read.ts";
import type { EventRoute } from "../../records/event.ts";
import type { OptOutHashes } from "../../records/kept-opt-outs.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson } from "../../records/person.ts";
import type { Item, TransactionRefused } from "../../store/table.ts";
import type { BroadcastAnswer } from "../broadcasts/note-answer.ts";
import type { ArrivedLink } from "../otps/notice-link-text.ts";
import type { CountingDay } from "./count-received.ts";
import type { NamedByIt } from "./describe-received.ts";

/** Dependencies for reading an arrival; without `codes` no link is completed. */
export type ArrivalDeps = EventDeps & { codes?: OtpCodes; optOuts: OptOutHashes };

/** Everything that was read about an arrived message, and the whole input of `decideArrival`. */
export interface ArrivalContext extends FirstRead {
  /** The message's author, as in NetworkMessage. */
  author: string;
  course: ArrivalCourse;
  /** The id under which it would be stored. */
  id: MessageId;
  /** The stored messages that it refers to. */
  named: NamedByIt;
  /** A fresh link to its file; null if it has none. */
  fileUrl: string | null;
  /** Its meaning for OTP links; null if it has none. */
  link: ArrivedLink | null;
  /** Its meaning for broadcasts; null if it has none. */
  answer: BroadcastAnswer | null;
  /** The day on which it counts; null because messages in groups and channels do not count. */
  day: CountingDay | null;
}

/** The part of the context that the first request reads. */
export interface FirstRead {
  chat: ChatAsRead;
  /** The person whose chat it is; null if the chat is a group or a channel. */
  found: FoundPerson | null;
  /** Where the account's events go. */
  route: EventRoute;
  /** Which automations are on; null if none, or if the chat is not with a person. */
  automations: AutomationsRecord | null;
}

/** The facts that a refused attempt to store a message revealed. */
export interface Refusal {
  /** The row for its network id already exists. */
  isStored: boolean;
  /** The receiving state, if the refusal happened because it is on another day. */
  receiving: Item | undefined;
  error: TransactionRefused;
}
