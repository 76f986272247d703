import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import { children } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupAt } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError, type IqHandler } from "./iq-answer.ts";

/** Makes a handler of group queries, which turns a refusal of the group into the network's error. */
export function groupHandler(handle: (incoming: Incoming) => BinaryNode[]): IqHandler {
  return (incoming: Incoming) => {
    try {
      return handle(incoming);
    } catch (error) {
      throw error instanceof GroupError ? new IqError(error.code, error.message) : error;
    }
  };
}

/** The group that a query is sent to. @throws GroupError not_found. */
export function groupOf({ transaction, stanza }: Incoming): Group {
  return groupAt(transaction, stanza.attrs.to);
}

/** The participants that a request names, without unknown addresses. */
export function peopleIn(transaction: Incoming["transaction"], wish: BinaryNode): Person[] {
  return children(wish, "participant").flatMap(
    ({ attrs }) => transaction.store.people.at(parseAddress(attrs.jid)) ?? [],
  );
}
