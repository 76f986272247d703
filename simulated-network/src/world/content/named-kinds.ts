import type { proto } from "@whiskeysockets/baileys";
import {
  type NewButtonReply,
  type NewFlowReply,
  type NewListReply,
  writeButtonReply,
  writeFlowReply,
  writeListReply,
} from "./choices.ts";
import type { WritingPlace } from "./header.ts";
import {
  type NewCallInvite,
  type NewEvent,
  type NewInvite,
  writeCallInvite,
  writeEvent,
  writeInvite,
} from "./invitations.ts";
import {
  type NewButtons,
  type NewCarousel,
  type NewInteractive,
  type NewList,
  type NewTemplate,
  writeButtons,
  writeCarousel,
  writeInteractive,
  writeList,
  writeTemplate,
} from "./offers.ts";
import {
  type NewAiAnswer,
  type NewPollResults,
  type NewStickerPack,
  writeAiAnswer,
  writePollResults,
  writeStickerPack,
} from "./passed-on.ts";
import { type NewPayment, writePayment } from "./payment.ts";

/** The kinds of messages beyond those that every gateway supports, each with the input from which a test creates it. */
export interface NamedKinds {
  readonly buttons: NewButtons;
  readonly list: NewList;
  readonly template: NewTemplate;
  readonly interactive: NewInteractive;
  readonly carousel: NewCarousel;
  readonly button_reply: NewButtonReply;
  readonly list_reply: NewListReply;
  readonly flow_reply: NewFlowReply;
  readonly event: NewEvent;
  readonly call_invite: NewCallInvite;
  readonly invite: NewInvite;
  readonly payment: NewPayment;
  readonly sticker_pack: NewStickerPack;
  readonly poll_results: NewPollResults;
  readonly ai_answer: NewAiAnswer;
}

const WRITERS: { [K in keyof NamedKinds]: (content: NamedKinds[K], place: WritingPlace) => proto.IMessage } = {
  buttons: writeButtons,
  list: writeList,
  template: writeTemplate,
  interactive: writeInteractive,
  carousel: writeCarousel,
  button_reply: writeButtonReply,
  list_reply: writeListReply,
  flow_reply: writeFlowReply,
  event: writeEvent,
  call_invite: writeCallInvite,
  invite: writeInvite,
  payment: (payment, { to }) => writePayment(payment, to),
  sticker_pack: writeStickerPack,
  poll_results: writePollResults,
  ai_answer: writeAiAnswer,
};

/** Builds a message of a named kind as phones and businesses send it. Returns null if no named kind is specified. */
export function writeNamedKind(
  given: { readonly [K in keyof NamedKinds]?: NamedKinds[K] | undefined },
  place: WritingPlace,
): proto.IMessage | null {
  for (const [name, write] of Object.entries(WRITERS)) {
    const content = given[name as keyof NamedKinds]; // Object.entries loses the key type
    if (content) return (write as (content: unknown, place: WritingPlace) => proto.IMessage)(content, place); // paired by the table
  }
  return null;
}
