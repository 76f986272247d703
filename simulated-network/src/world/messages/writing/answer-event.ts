import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import { sealNote } from "../message-secret.ts";
import type { Target } from "./target.ts";

/** The answers that a phone offers for an event. */
export const EVENT_ANSWERS = ["going", "not_going", "maybe"] as const;
export type EventAnswer = (typeof EVENT_ANSWERS)[number];

const { EventResponseType } = proto.Message.EventResponseMessage;
const TYPES = {
  going: EventResponseType.GOING,
  not_going: EventResponseType.NOT_GOING,
  maybe: EventResponseType.MAYBE,
} as const;

/**
 * Builds an answer to an event, encrypted with the event's secret. @param guests the number of people that the guest is
 * bringing along.
 */
export function answerEvent(
  target: Target,
  guest: Person,
  answer: EventAnswer,
  guests: number,
  at: Date,
): proto.IMessage {
  const said = { response: TYPES[answer], timestampMs: at.getTime(), extraGuestCount: guests };
  const note = proto.Message.EventResponseMessage.encode(said).finish();
  const sealed = sealNote("Event Response", target.message, target.author, guest, target.form, note);
  return { encEventResponseMessage: { eventCreationMessageKey: target.key, ...sealed } };
}
