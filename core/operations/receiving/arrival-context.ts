import type { MessageId } from "../../contracts/ids.ts";
import type { ArrivalCourse } from "../../domain/messages/arrival-course.ts";
import type { BotsRecord } from "../../records/answers/bots.ts";
import type { ChatAsRead } from "../../records/chats/chat-as-read.ts";
import type { EventRoute } from "../../records/event.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson } from "../../records/person.ts";
import type { Item, TransactionRefused } from "../../store/table.ts";
import type { BroadcastAnswer } from "../broadcasts/note-answer.ts";
import type { ArrivedLink } from "../otps/notice-link-text.ts";
import type { CountingDay } from "./count-received.ts";
import type { NamedByIt } from "./describe-received.ts";

/** Dependencies for reading an arrival; without `codes` no link is ever completed. */
export type ArrivalDeps = EventDeps & { codes?: OtpCodes };

/** Everything that is read for one arrived message; `decideArrival` needs nothing else. */
export interface ArrivalContext extends FirstRead {
  /** Whose message it is, as in NetworkMessage. */
  author: string;
  course: ArrivalCourse;
  /** Our id for the message, if it is stored. */
  id: MessageId;
  /** The stored messages that it names. */
  named: NamedByIt;
  /** A fresh link to its file; null if it has none. */
  fileUrl: string | null;
  /** Its meaning for OTP links; null if none. */
  link: ArrivedLink | null;
  /** Its meaning for broadcasts; null if none. */
  answer: BroadcastAnswer | null;
  /** The day on which it counts; null means messages in groups and channels do not count. */
  day: CountingDay | null;
}

/** The part of the context that the first request reads. */
export interface FirstRead {
  chat: ChatAsRead;
  /** The person whose chat it is; null if the chat is a group or a channel. */
  found: FoundPerson | null;
  /** Where the account's events go. */
  route: EventRoute;
  /** Which automations are on; null if none, or the chat is not between two. */
  bots: BotsRecord | null;
}

/** The findings from a refused attempt to store a message. */
export interface Refusal {
  /** The row for its network id already exists. */
  isStored: boolean;
  /** The receiving state, if it caused the refusal because it is on another day. */
  receiving: Item | undefined;
  error: TransactionRefused;
}
