import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";
import type { Owner } from "./owner.ts";

/** The network's id of the last message of each person, as the owner of an instance stored it. */
const LAST_IN = new CacheSlot<string>("last messages of people", 10_000);

/** Within one ownership: between two of them another task may have stored later ones. */
const placeOf = ({ instance_id, fence }: Pick<Owner, "instance_id" | "fence">, person: string) =>
  `${instance_id}|${fence}|${person}`;

/** Remembers a person's last message: it is marked as read before a reply, which so needs no read of the person. */
export function rememberLastIn(
  table: Table,
  owner: Pick<Owner, "instance_id" | "fence">,
  person: string,
  networkId: string,
): void {
  cachesOf(table).at(LAST_IN).set(placeOf(owner, person), networkId);
}

/** The network's id of the last message that this ownership stored of a person; null: it is not remembered. */
export const recallLastIn = (
  table: Table,
  owner: Pick<Owner, "instance_id" | "fence">,
  person: string,
): string | null => cachesOf(table).at(LAST_IN).get(placeOf(owner, person)) ?? null;
