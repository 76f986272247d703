import type { GroupMember } from "../../core/domain/groups/group.ts";
import { phoneChat, privateUserOf } from "../../core/domain/messages/chat-id.ts";
import type { Owner } from "../../core/records/owner.ts";
import { personRecords } from "../../core/records/person.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import type { LIDMapping } from "../baileys/shared/raw.ts";

const PAGE = 500;

/**
 * Finds people whom the instance has stored only under a private id but whose phone appears in a group's member list.
 * The stored private ids are read from the table once. The id pairs of all other members are recorded only when these
 * people write or are mentioned in a change, because there can be 200,000 of them.
 */
export class HiddenPeople {
  readonly #table: Table;
  readonly #owner: Owner;
  #ids: Promise<ReadonlySet<string>> | null = null;

  constructor(table: Table, owner: Owner) {
    this.#table = table;
    this.#owner = owner;
  }

  /** Returns the members whose phone number is in the list, with both of their ids. */
  async among(members: readonly GroupMember[]): Promise<LIDMapping[]> {
    const told = members.filter(({ id, phone }) => phone !== null && privateUserOf(id) !== null);
    if (told.length === 0) return [];
    this.#ids ??= this.#read();
    const ids = await this.#ids;
    return told.flatMap(({ id, phone }) => (phone !== null && ids.has(id) ? [{ lid: id, pn: phoneChat(phone) }] : []));
  }

  async #read(): Promise<ReadonlySet<string>> {
    const { pk } = keys.person(this.#owner.instance_id, "");
    const ids = new Set<string>();
    for (let after: string | undefined; ; ) {
      const page = await this.#table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
      for (const { sk, merged_into } of page.items.map(personRecords.of)) {
        if (privateUserOf(sk) !== null && merged_into === undefined) ids.add(sk);
      }
      after = page.items.at(-1)?.sk;
      if (!page.more || after === undefined) return ids;
    }
  }
}
