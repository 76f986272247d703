import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { node } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";

/** The name under which the network has verified a business: its own, followed by a word that distinguishes the two. */
export const verifiedNameOf = ({ name }: Person): string => `${name} Verified`;

/** The certificate that the network puts beside a message of a business, with its name; none beside anybody else's. */
export function verifiedName(transaction: Transaction, author: Person): BinaryNode[] {
  if (!transaction.store.profiles.isBusiness(author.phone)) return [];
  const { VerifiedNameCertificate } = proto;
  const details = VerifiedNameCertificate.Details.encode({ verifiedName: verifiedNameOf(author) }).finish();
  return [node("verified_name", { v: 1 }, Buffer.from(VerifiedNameCertificate.encode({ details }).finish()))];
}
