import type { Message } from "../../../../../core/contracts/message.ts";
import { ownMentions } from "../rules/own-mentions.ts";
import { useMembers } from "../use-members.ts";
import { LinkedText } from "./LinkedText.tsx";

/** A text that the number sent to a group, with the names of the people it mentions. */
export function OwnText({ message, children }: { message: Message; children: string }) {
  const members = useMembers({ instance: message.instance_id, group: message.chat_id ?? "", isAsked: true });
  return <LinkedText mentions={ownMentions(children, members)}>{children}</LinkedText>;
}
