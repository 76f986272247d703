import { proto } from "@whiskeysockets/baileys";
import { chatIdOf } from "../../addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import { writeContact } from "./contact.ts";
import type { ContactView, LocationView, PollView } from "./content-view.ts";
import { writeLocation } from "./location.ts";
import { writePoll } from "./poll.ts";
import { writeText } from "./text.ts";

/** What a person writes; exactly one part is given. */
export interface NewContent {
  readonly text?: string | undefined;
  readonly location?: LocationView | undefined;
  readonly contact?: ContactView | undefined;
  readonly poll?: PollView | undefined;
}

/** The message as phones send it, quoting an earlier one where it is a reply. */
export function writeContent(content: NewContent, quoted: InboxMessage | null): proto.IMessage {
  const message = write(content);
  if (!quoted) return message;
  const contextInfo = {
    stanzaId: quoted.id,
    participant: chatIdOf(quoted.author.phone),
    quotedMessage: proto.Message.decode(quoted.content),
  };
  // Every kind carries its context in its one part.
  return Object.fromEntries(Object.entries(message).map(([kind, part]) => [kind, { ...part, contextInfo }]));
}

function write({ text, location, contact, poll }: NewContent): proto.IMessage {
  if (location) return writeLocation(location);
  if (contact) return writeContact(contact);
  if (poll) return writePoll(poll);
  return writeText(text ?? "");
}
