import { proto } from "@whiskeysockets/baileys";
import { sha256 } from "../../../media/media-cipher.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { readContent } from "../../content/read-content.ts";
import type { World } from "../../world.ts";
import { openNote } from "../message-secret.ts";
import type { Arrival } from "./arrival.ts";

/** Shows a vote below its poll. A vote that can't be decrypted is only logged. */
export function applyPollVote(
  world: World,
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  update: proto.Message.IPollUpdateMessage,
): void {
  const poll = transaction.store.messages.find(owner.phone, update.pollCreationMessageKey?.id ?? "");
  const author = poll && transaction.store.people.byPhone(poll.author.phone);
  const voter = transaction.store.people.byPhone(arrival.author.phone);
  const asked = poll && readContent(poll.content).poll;
  if (!author || !voter || !asked || poll.chatId !== arrival.chatId) {
    world.log("vote_on_unknown_poll", { id: arrival.id });
    return;
  }
  const { encPayload, encIv } = update.vote ?? {};
  const sealed = { encPayload: Buffer.from(encPayload ?? []), encIv: Buffer.from(encIv ?? []) };
  const note = openNote("Poll Vote", poll, author, voter, sealed);
  if (!note) {
    world.log("vote_unreadable", { id: arrival.id });
    return;
  }
  const selected = proto.Message.PollVoteMessage.decode(note).selectedOptions.map((hash) => Buffer.from(hash));
  const options = asked.options.filter((option) => selected.some((hash) => hash.equals(sha256(Buffer.from(option)))));
  transaction.store.pollVotes.put(owner.phone, poll.id, voter.phone, options);
}
