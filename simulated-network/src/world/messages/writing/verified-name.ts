import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { node } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";

/** Returns a business's verified name on the network: its own name, followed by a word that tells the two apart. */
export const verifiedNameOf = ({ name }: Person): string => `${name} Verified`;

/** Returns the name certificate that the network adds to a business's messages, or an empty list for anyone else. */
export function verifiedName(transaction: Transaction, author: Person): BinaryNode[] {
  if (!transaction.store.profiles.isBusiness(author.phone)) return [];
  const { VerifiedNameCertificate } = proto;
  const details = VerifiedNameCertificate.Details.encode({ verifiedName: verifiedNameOf(author) }).finish();
  return [node("verified_name", { v: 1 }, Buffer.from(VerifiedNameCertificate.encode({ details }).finish()))];
}
