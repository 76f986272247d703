import { parseAddress } from "../../format/addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { MediaView } from "../../world/content/content-view.ts";
import { readContent } from "../../world/content/read-content.ts";
import { readContext } from "../../world/content/read-context.ts";
import { groupAddOf } from "../../world/settings/group-add.ts";
import type { World } from "../../world/world.ts";

/** Converts a phone to the sandbox API's format. */
export function presentPhone(transaction: Transaction, person: Person) {
  const { phone, lid, name, auto_deliver, auto_read, online, hide_number } = person;
  const linked_devices = transaction.store.devices
    .of(phone)
    .map(({ device, linkedAt }) => ({ device, linked_at: linkedAt }));
  const business = transaction.store.profiles.isBusiness(phone);
  return {
    phone,
    private_id: `${lid}@lid`,
    name,
    auto_deliver,
    auto_read,
    online,
    hide_number,
    group_add: groupAddOf(transaction, phone),
    business,
    linked_devices,
  };
}

/** Converts a message to the sandbox API's format, as the phone's owner sees it. */
export function presentMessage(world: World, transaction: Transaction, owner: Person, message: InboxMessage) {
  const { media, poll, ...content } = readContent(message.content);
  return {
    id: message.id,
    chat_id: message.chatId,
    from: message.author.phone,
    ...content,
    poll: poll && { ...poll, votes: transaction.store.pollVotes.of(owner.phone, message.id) },
    ...presentContext(transaction, message.content),
    media: media && presentMedia(world, media),
    at: message.at.toISOString().replace(/\.\d+Z$/, "+00:00"),
    edited: message.edited,
    deleted: message.deleted,
    reactions: transaction.store.reactions.of(owner.phone, message.id),
    status: message.status,
  };
}

/** Returns a message's context: the quoted message, mentions, forwarding, and when it disappears. */
function presentContext(transaction: Transaction, content: Buffer) {
  const { quotedId, mentioned, forwarded, disappearsInSec } = readContext(content);
  const mentions = mentioned.map((address) => transaction.store.people.at(parseAddress(address))?.phone ?? address);
  return { reply_to: quotedId, mentions, forwarded, disappears_in: disappearsInSec };
}

/**
 * Describes a file as decrypted by the phone. `problem` explains why the file can't be opened, in which case its size
 * and hash are null.
 */
export function presentMedia(world: World, { reference, ...described }: MediaView) {
  try {
    return { ...described, ...world.media.describe(reference), problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...described, size: null, sha256: null, problem };
  }
}
