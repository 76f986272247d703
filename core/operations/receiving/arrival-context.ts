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

/** Dependencies for reading an incoming message. Without `codes`, OTPs by link can't be completed. */
export type ArrivalDeps = EventDeps & { codes?: OtpCodes; optOuts: OptOutHashes };

/** Everything loaded about an incoming message. This is the complete input of `decideArrival`. */
export interface ArrivalContext extends FirstRead {
  /** The message's author, as in NetworkMessage. */
  author: string;
  course: ArrivalCourse;
  /** The id that the message would be stored under. */
  id: MessageId;
  /** The stored messages that the message refers to. */
  named: NamedByIt;
  /** A fresh link to the message's file, or null if the message has no file. */
  fileUrl: string | null;
  /** How the message affects OTP links, or null if it doesn't. */
  link: ArrivedLink | null;
  /** How the message affects broadcasts, or null if it doesn't. */
  answer: BroadcastAnswer | null;
  /** The day that the message counts toward, or null for group and channel messages, which don't count. */
  day: CountingDay | null;
  /** The end of the automations' silence, in epoch ms, if the message must not end it; otherwise 0. */
  silentMs: number;
}

/** The part of the context loaded in the first request. */
export interface FirstRead {
  chat: ChatAsRead;
  /** The person in the chat, or null for a group or a channel. */
  found: FoundPerson | null;
  /** The route for delivering the account's events. */
  route: EventRoute;
  /** The enabled automations, or null if all are off or the chat isn't with a person. */
  automations: AutomationsRecord | null;
}

/** Facts revealed by a refused attempt to store a message. */
export interface Refusal {
  /** Whether the row for the message's network id already exists. */
  isStored: boolean;
  /** The receiving state, if the attempt was refused because the state is for another day. */
  receiving: Item | undefined;
  error: TransactionRefused;
}
