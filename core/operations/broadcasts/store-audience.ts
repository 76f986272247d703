import { PAGE_PEOPLE } from "../../domain/broadcasts/recipient-states.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { AudiencePerson, PeoplePage, StatePage } from "../../records/broadcasts/broadcast-pages.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The number of pages to write in parallel. */
const AT_ONCE = 8;

/**
 * Stores a broadcast's people and their states, a hundred per page. Only the broadcast's record, which is written
 * afterwards, refers to the pages, so a crash before that leaves nothing visible behind.
 */
export async function storeAudience(
  table: Table,
  { id, instance_id, gen, ttl }: Pick<BroadcastRecord, "id" | "instance_id" | "gen" | "ttl">,
  people: readonly AudiencePerson[],
): Promise<void> {
  const pages = Math.ceil(people.length / PAGE_PEOPLE);
  const store = async (n: number) => {
    const ofPage = people.slice(n * PAGE_PEOPLE, (n + 1) * PAGE_PEOPLE);
    const page: PeoplePage = { people: ofPage, ttl };
    const states: StatePage = { count: ofPage.length, ttl };
    await Promise.all([
      table.write({ put: { ...keys.broadcastPeople(instance_id, id, gen, n), ...page } }),
      table.write({ put: { ...keys.broadcastPage(instance_id, id, gen, n), ...states } }),
    ]);
  };
  for (let from = 0; from < pages; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, pages - from) }, (_, n) => store(from + n));
    await Promise.all(some);
  }
}
