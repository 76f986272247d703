import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import { children } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupAt } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError, type IqHandler } from "./iq-answer.ts";

/** Creates a handler for a group query. It converts a GroupError to the network's error. */
export function groupHandler(handle: (incoming: Incoming) => BinaryNode[]): IqHandler {
  return (incoming: Incoming) => {
    try {
      return handle(incoming);
    } catch (error) {
      throw error instanceof GroupError ? new IqError(error.code, error.message) : error;
    }
  };
}

/** Returns the group to which a query is addressed. @throws GroupError not_found. */
export function groupOf({ transaction, stanza }: Incoming): Group {
  return groupAt(transaction, stanza.attrs.to);
}

/** A participant in a request: the address used, and the person it belongs to (null if there is none). */
export interface PersonAsked {
  readonly jid: string;
  readonly person: Person | null;
}

/** Returns the participants in a request, without duplicates. @throws GroupError bad_request for an invalid address. */
export function peopleAsked(transaction: Incoming["transaction"], wish: BinaryNode): PersonAsked[] {
  const asked = children(wish, "participant").map(({ attrs: { jid = "" } }) => {
    const address = parseAddress(jid);
    if (!address) throw new GroupError("bad_request");
    return { jid, person: transaction.store.people.at(address) };
  });
  const seen = new Set<string>();
  return asked.filter(({ jid, person }) => {
    const name = person?.phone ?? jid;
    return !seen.has(name) && seen.add(name);
  });
}
