import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { hasSaved } from "../people/has-saved.ts";

/**
 * The network's code for one person in a membership change: 200 done, 401 they have blocked the requester, 403 their
 * privacy setting forbids it, 404 not in the group, 405 not possible for the owner, 408 they left recently, 409 nothing
 * to change, 419 the group is full.
 */
export type MemberStatus = 200 | 401 | 403 | 404 | 405 | 408 | 409 | 419;

/** How long after leaving a group a person can't be added to it again. */
const LEFT_LATELY_MS = 24 * 60 * 60 * 1000;

/** Returns the network's code for adding a person. @param free the number of free places in the group. */
export function mayBeAdded(
  transaction: Transaction,
  group: Group,
  adder: Person,
  person: Person,
  free: number,
): MemberStatus {
  const { store } = transaction;
  if (store.members.find(group.id, person.phone)) return 409;
  if (store.account.blockedBy(person.phone).includes(adder.phone)) return 401;
  const departure = store.departures.find(group.id, person.phone);
  const leftLately = departure && !departure.removed && isLate(transaction, departure.at);
  if (leftLately) return 408;
  if (!letsBeAdded(transaction, person, adder)) return 403;
  return free > 0 ? 200 : 419;
}

function isLate({ now }: Transaction, at: Date): boolean {
  return now.getTime() - at.getTime() < LEFT_LATELY_MS;
}

/**
 * Whether `adder` can add a person. Everyone can choose who may add them: all people, people they have saved, or no
 * one.
 */
function letsBeAdded(transaction: Transaction, person: Person, adder: Person): boolean {
  const chosen = transaction.store.account.privacy(person.phone).get("groupadd") ?? "all";
  if (chosen === "none") return false;
  return chosen === "all" || hasSaved(transaction, person.phone, adder);
}
