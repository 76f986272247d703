import { mayJoin } from "../../records/named-person.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { type MergeDeps, mergePerson } from "./merge-person.ts";

/**
 * Merges two chats with the same person: the chat under a form of their number that we have only written to, and the
 * chat under the form that the person uses. Rereads both records, and does nothing if only the network can tell whether
 * the forms belong together. Safe to repeat after the chats have been merged. Spec: Message, `phone`;
 * docs/decisions/0166. @throws FenceLost
 */
export async function joinForm(deps: MergeDeps, own: Owner, form: string, phone: string): Promise<void> {
  const read = (person: string) => personRecords.read(deps.table, own.instance_id, person);
  const [known, other] = await Promise.all([read(form), read(phone)]);
  if (mayJoin(form, phone, known, other)) await mergePerson(deps, own, { phone, private_id: form });
}
