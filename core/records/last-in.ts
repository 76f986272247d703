import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";
import type { Owner } from "./owner.ts";

/** The network id of each person's last message, as stored by an instance's owner. */
const LAST_IN = new CacheSlot<string>("last messages of people", 10_000);

/** An entry is valid only under a single owner, because another task may have stored later messages in the meantime. */
const placeOf = ({ instance_id, fence }: Pick<Owner, "instance_id" | "fence">, person: string) =>
  `${instance_id}|${fence}|${person}`;

/** Caches a person's last message, so that marking it as read before a reply doesn't require reading the person. */
export function rememberLastIn(
  table: Table,
  owner: Pick<Owner, "instance_id" | "fence">,
  person: string,
  networkId: string,
): void {
  cachesOf(table).at(LAST_IN).set(placeOf(owner, person), networkId);
}

/**
 * Returns the network's id for a person's last message if it was stored under the current owner, or null if it isn't
 * cached.
 */
export const recallLastIn = (
  table: Table,
  owner: Pick<Owner, "instance_id" | "fence">,
  person: string,
): string | null => cachesOf(table).at(LAST_IN).get(placeOf(owner, person)) ?? null;
