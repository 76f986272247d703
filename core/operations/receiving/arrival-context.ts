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

/** Dependencies for reading an arrival. Without `codes`, no OTP by link can be completed. */
export type ArrivalDeps = EventDeps & { codes?: OtpCodes; optOuts: OptOutHashes };

/** Everything that was read about an arrived message. This is the complete input of `decideArrival`. */
export interface ArrivalContext extends FirstRead {
  /** The author of the message, as in NetworkMessage. */
  author: string;
  course: ArrivalCourse;
  /** The id under which the message would be stored. */
  id: MessageId;
  /** The stored messages to which the message refers. */
  named: NamedByIt;
  /** A fresh link to the message's file; null if it has none. */
  fileUrl: string | null;
  /** The meaning of the message for OTP links; null if it has none. */
  link: ArrivedLink | null;
  /** The meaning of the message for broadcasts; null if it has none. */
  answer: BroadcastAnswer | null;
  /** The day on which the message counts; null for messages in groups and channels, which do not count. */
  day: CountingDay | null;
}

/** The part of the context that is loaded in the first request. */
export interface FirstRead {
  chat: ChatAsRead;
  /** The person with whom the chat is; null if the chat is a group or a channel. */
  found: FoundPerson | null;
  /** The route by which the account's events are delivered. */
  route: EventRoute;
  /** The automations that are on; null if none are, or if the chat is not with a person. */
  automations: AutomationsRecord | null;
}

/** The facts revealed by a refused attempt to store a message. */
export interface Refusal {
  /** Whether the row for the message's network id already exists. */
  isStored: boolean;
  /** The receiving state, if the attempt was refused because that state belongs to another day. */
  receiving: Item | undefined;
  error: TransactionRefused;
}
