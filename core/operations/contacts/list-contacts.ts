import type { InstanceId } from "../../contracts/ids.ts";
import { searchFor } from "../../domain/chats/fold.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { joinedForm } from "../../records/person-forms.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import type { RateLimiter } from "../accounts/count-request.ts";
import { countLooked } from "../chats/count-search.ts";
import { type FoundContact, isContact } from "./read-contact.ts";

/** The number of people per table request. A single request returns at most one megabyte. */
const READ_AT_ONCE = 500;
/**
 * How many people to read beyond the page size. Without a search, nearly everyone who is read is shown, so this is
 * enough.
 */
const READ_BESIDE = 20;
/**
 * The maximum number of people to examine for a page that starts after a given key. A search may find too few people to
 * fill the page. In that case, the page is short but still has a `next`.
 */
const LOOKED_AT_MAX = 5_000;

/** A page of contacts. `next` is the key after which the next page starts, or null on the last page. */
export interface ContactPage {
  contacts: FoundContact[];
  next: string | null;
}

/** The instance whose contacts are listed, and the search text. A null search lists all contacts. */
export interface ContactChoice {
  instance: InstanceId;
  search: string | null;
}

/**
 * Lists one page of an instance's contacts, in the order of their keys (phone numbers, then private ids, sorted as
 * text). A search covers phone numbers and the names in people's records, which may be shortened. A search through more
 * than 1,000 people counts toward the same limit as chat searches. Spec: GET /v1/instances/{id}/contacts.
 * @param start.after the key after which the page starts. Earlier contacts are not read, and the page may be short. If
 * null, `offset` contacts are skipped, and the page is full unless the list ends.
 * @throws ApiError `rate_limited`
 */
export async function listContacts(
  deps: { table: Table; rates: RateLimiter },
  { caller, now }: { caller: Caller; now: Date },
  { instance, search }: ContactChoice,
  { limit, offset, after }: { limit: number; offset: number; after: string | null },
): Promise<ContactPage> {
  const isFound = searchFor(search);
  const isSearch = search !== null && search.trim() !== "";
  const looking = { rates: deps.rates, caller, now, looked: 0 };
  const people: (PersonRecord & Key)[] = [];
  let left = after === null ? offset : 0;
  let next: string | null = null;
  for (let last = after, examined = 0; ; ) {
    const isFirst = examined === 0 && left === 0 && !isSearch;
    const atOnce = isFirst ? limit + READ_BESIDE : READ_AT_ONCE;
    const { pk } = keys.person(instance, "");
    const { items, more } = await deps.table.query({ pk, limit: atOnce, ...(last !== null && { after: last }) });
    if (isSearch) await countLooked(looking, items.length);
    const found = items.map(personRecords.of).filter((known) => isContact(known) && isFound(searchedIn(known)));
    const passed = found.slice(left);
    left -= Math.min(left, found.length);
    people.push(...passed.slice(0, limit - people.length));
    // If the search found one more contact than fits on the page, more contacts follow.
    const isFull = people.length === limit && passed.length > 0 && passed.at(-1)?.sk !== people.at(-1)?.sk;
    if (isFull) next = people.at(-1)?.sk ?? null;
    last = items.at(-1)?.sk ?? null;
    examined += items.length;
    if (isFull || !more || last === null) break;
    if (after !== null && examined >= LOOKED_AT_MAX) {
      next = people.length === limit ? (people.at(-1)?.sk ?? null) : last;
      break;
    }
  }
  const cold = await deps.table.getMany(people.map(({ sk }) => keys.contact(instance, sk)));
  const contacts = people.map((known) => ({
    person: known.sk,
    known,
    contact: contactRecords.among(cold, instance, known.sk),
  }));
  return { contacts, next };
}

const searchedIn = (known: PersonRecord & Key) => ({
  names: [known.name, known.contact_name],
  phone: phoneOf(known),
  form: joinedForm(known.sk, known),
});

/** Returns the person's phone number. If the number is known, it is normally also the person's key. */
const phoneOf = ({ sk, phone }: PersonRecord & Key) => phone ?? phoneOfPerson(sk);
