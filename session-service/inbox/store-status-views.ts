import { privateChat } from "../../core/domain/messages/chat-id.ts";
import { recordView } from "../../core/operations/statuses/record-view.ts";
import { isOwn, peopleOf } from "../baileys/inbound/people.ts";
import type { StatusViews } from "../baileys/inbound/read-status-views.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { InboxContext } from "./inbox-context.ts";

/** Counts a person as having viewed our statuses, regardless of which of their ids the network sent. */
export async function storeStatusViews(
  { deps, owner, store }: InboxContext,
  { network_ids, viewer }: StatusViews,
): Promise<void> {
  const people = peopleOf(store);
  const parties = viewer.map(parseParty);
  if (parties.some((party) => isOwn(party, people))) return;
  const known = parties.map((party) => (party.kind === "phone" ? people.privateOf(party.phone) : null));
  const found = (await Promise.all(known)).filter((user) => user !== null).map(privateChat);
  for (const network_id of network_ids) {
    await recordView(deps, owner, { network_id, viewer: [...viewer, ...found] });
  }
}
