import { PAGE_PEOPLE } from "../../domain/broadcasts/recipient-states.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { type GivenPerson, givenPages } from "../../records/broadcasts/broadcast-pages.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The number of pages to write or read in parallel. */
const AT_ONCE = 8;

type Owned = Pick<BroadcastRecord, "id" | "instance_id" | "gen" | "ttl">;

/**
 * Stores the listed people of a broadcast that has not started, a hundred per page. Only includes people who are in its
 * audience.
 */
export async function storeGiven(table: Table, { id, instance_id, gen, ttl }: Owned, given: readonly GivenPerson[]) {
  const pages = Math.ceil(given.length / PAGE_PEOPLE);
  for (let from = 0; from < pages; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, pages - from) }, (_, n) => from + n).map((n) => {
      const people = given.slice(n * PAGE_PEOPLE, (n + 1) * PAGE_PEOPLE);
      return table.write({ put: { ...keys.broadcastGiven(instance_id, id, gen, n), people, ttl } });
    });
    await Promise.all(some);
  }
}

/** Reads the people listed for a broadcast. The result is empty for audience kinds that don't list people. */
export async function readGiven(table: Table, { id, instance_id, gen }: Owned): Promise<GivenPerson[]> {
  const { pk, sk: from } = keys.broadcastGiven(instance_id, id, gen, 0);
  const { sk: to } = keys.broadcastGiven(instance_id, id, gen, PAGE_PEOPLE * PAGE_PEOPLE);
  const given: GivenPerson[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, ...(after === undefined ? { from } : { after }), to, limit: PAGE_PEOPLE });
    for (const item of page.items) given.push(...givenPages.of(item).people);
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return given;
  }
}
