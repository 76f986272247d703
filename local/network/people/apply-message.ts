import { normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import { type AddressForm, chatIdOf, type DeviceAddress } from "../addresses.ts";
import type { Person } from "../store/people-table.ts";
import type { Turn } from "../turns.ts";
import type { World } from "../world.ts";
import { applyProtocolMessage } from "./actions/protocol-message.ts";
import { applyReaction } from "./actions/reaction.ts";

/** A message that arrived at a phone and was read. */
export interface Arrival {
  readonly id: string;
  /** The other side; for a copy of the owner's own message, the one it was sent to. */
  readonly chat: Person;
  readonly author: DeviceAddress;
  readonly form: AddressForm;
  readonly at: Date;
  /** Between the devices of one account, not meant for anybody's eyes. */
  readonly peer: boolean;
}

/** What a message does on a phone: it changes an earlier one, or it is shown. */
export async function applyMessage(
  world: World,
  turn: Turn,
  owner: Person,
  arrival: Arrival,
  message: proto.IMessage,
): Promise<void> {
  const content = normalizeMessageContent(message) ?? {};
  if (content.protocolMessage) {
    await applyProtocolMessage(world, turn, owner, arrival, content.protocolMessage);
  } else if (content.reactionMessage) {
    applyReaction(turn, owner, arrival, content.reactionMessage);
  } else if (arrival.peer) {
    world.log("unknown_peer_message", { id: arrival.id });
  } else {
    turn.store.messages.add({
      phone: owner.phone,
      id: arrival.id,
      chatId: chatIdOf(arrival.chat.phone),
      author: arrival.author,
      addressedAs: arrival.form,
      content: Buffer.from(proto.Message.encode(message).finish()),
      at: arrival.at,
      status: arrival.author.phone === owner.phone ? "sent" : null,
    });
  }
}
