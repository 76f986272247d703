import { proto } from "@whiskeysockets/baileys";
import { type Foreign, foreign } from "./bounds/foreign.ts";
import { takenCount } from "./bounds/numbers.ts";

const { GOING, NOT_GOING, MAYBE } = proto.Message.EventResponseMessage.EventResponseType;
const IDS = new Map<unknown, string>([
  [GOING, "going"],
  [NOT_GOING, "not_going"],
  [MAYBE, "maybe"],
]);
/** More guests than anyone would realistically bring. */
const MOST_GUESTS = 1_000;

/**
 * Represents a response to an event as a click on a button below the event. The number of guests becomes the button's
 * description, such as `+2`. docs/decisions/0210.
 * @param clear the decrypted response. @param event the event's id, and its author's id.
 * @returns null if the response doesn't contain a choice.
 */
export function eventAnswer(
  clear: Uint8Array,
  event: { id: string; author: string | null },
): Foreign<proto.IMessage> | null {
  const { response, extraGuestCount } = decoded(clear) ?? {};
  const id = IDS.get(response);
  if (id === undefined) return null;
  const guests = takenCount(foreign(extraGuestCount), MOST_GUESTS) ?? 0;
  const choice: proto.Message.IInteractiveResponseMessage = {
    contextInfo: { stanzaId: event.id, participant: event.author },
    nativeFlowResponseMessage: {
      name: "event_response",
      paramsJson: JSON.stringify({ id, ...(guests > 0 && { description: `+${guests}` }) }),
    },
  };
  return foreign<proto.IMessage>({ interactiveResponseMessage: choice });
}

/** @returns null if the bytes aren't a response. They come from a person's device, so they can be anything. */
function decoded(clear: Uint8Array): proto.Message.EventResponseMessage | null {
  try {
    return proto.Message.EventResponseMessage.decode(clear);
  } catch {
    return null;
  }
}
