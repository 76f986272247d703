import type { TypingState } from "../../delivery/typing.ts";
import { child, children } from "../../format/nodes.ts";
import { chatAt, chatWith } from "../../world/people/chats.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Shows "typing…" to the other people in the chat. */
export function handleChatState({ world, transaction, owner, stanza }: Incoming): void {
  const chat = chatAt(transaction, stanza.attrs.to);
  const state = stateOf(children(stanza)[0]?.tag, child(stanza, "composing")?.attrs.media);
  if (!chat || !state) {
    world.log("unknown_chatstate", { tag: children(stanza)[0]?.tag ?? "none" });
    return;
  }
  const seen = { from: owner.phone, state, at: transaction.now };
  switch (chat.kind) {
    case "person":
      world.typing.see(chat.person.phone, { ...seen, chat_id: chatWith(owner).id });
      return;
    case "group":
      for (const { phone } of transaction.store.members.of(chat.id))
        world.typing.see(phone, { ...seen, chat_id: chat.id });
      return;
    case "status":
    case "channel":
      return;
  }
}

function stateOf(tag: string | undefined, media: string | undefined): TypingState | null {
  if (tag === "composing") return media === "audio" ? "recording" : "composing";
  return tag === "paused" ? "paused" : null;
}
