import { privateChat } from "../../core/domain/messages/chat-id.ts";
import { mergePerson } from "../../core/operations/receiving/merge-person.ts";
import { personRecords } from "../../core/records/person.ts";
import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takenAddress } from "../baileys/inbound/bounds/ids.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { LIDMapping } from "../baileys/shared/raw.ts";
import type { InboxContext } from "./inbox-context.ts";

/**
 * Merges the person stored under a private ID into the one stored under the phone number, because they are the same
 * person. Does nothing if nobody is stored under the private ID. @throws FenceLost
 */
export async function learnPair(
  { deps, owner }: Pick<InboxContext, "deps" | "owner">,
  pair: LIDMapping,
): Promise<void> {
  const { lid, pn } = foreign<LIDMapping>(pair);
  const [hidden, open] = [parseParty(takenAddress(lid) ?? ""), parseParty(takenAddress(pn) ?? "")];
  if (hidden.kind !== "private" || open.kind !== "phone") return;
  const private_id = privateChat(hidden.user);
  const person = await personRecords.read(deps.table, owner.instance_id, private_id);
  if (person && person.merged_into !== open.phone) await mergePerson(deps, owner, { phone: open.phone, private_id });
}
