import { proto } from "@whiskeysockets/baileys";
import type { AddressForm } from "../../../format/addresses.ts";
import { sha256 } from "../../../media/media-cipher.ts";
import type { Person } from "../../../store/people-table.ts";
import { sealNote } from "../message-secret.ts";
import type { Target } from "./target.ts";

/** Builds a vote, which replaces the voter's previous vote. Without options, the vote is withdrawn. */
export function vote(
  target: Target,
  voter: Person,
  options: readonly string[],
  form: AddressForm,
  at: Date,
): proto.IMessage {
  const selectedOptions = options.map((option) => sha256(Buffer.from(option)));
  const note = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const sealed = sealNote("Poll Vote", target.message, target.author, voter, form, note);
  return { pollUpdateMessage: { pollCreationMessageKey: target.key, vote: sealed, senderTimestampMs: at.getTime() } };
}
