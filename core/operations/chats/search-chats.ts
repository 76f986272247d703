import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { searchFor } from "../../domain/chats/fold.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import { joinedForm } from "../../records/person-forms.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";
import type { RateLimiter } from "../accounts/count-request.ts";
import { countLooked } from "./count-search.ts";
import type { ChatChoice } from "./find-chosen-chats.ts";
import { isListed, newestFirst } from "./judge-listed.ts";
import { type ChatPage, type ChatsStart, orderOfChat } from "./list-chats.ts";

/** The number of records per request. A single request returns at most one megabyte. */
const READ_AT_ONCE = 1_000;

/**
 * Returns one page of the chats whose name or phone digits contain the search text, newest first. The search reads
 * every person, group and channel. If there are many of these, each key may search only ten times a minute.
 * @param instances the instances. The caller's access to them must already have been checked. @param start a page
 * number from 1, or the place after which the page starts.
 * @throws ApiError `rate_limited`. Spec: GET /v1/chats, `search`.
 */
export async function searchChats(
  deps: { table: Table; rates: RateLimiter },
  { caller, now }: { caller: Caller; now: Date },
  instances: InstanceId[],
  { search, ...choice }: ChatChoice & { search: string },
  { page, after }: ChatsStart,
): Promise<ChatPage> {
  const isFound = searchFor(search);
  const end = (after === null ? page : 1) * LIMITS.chatsPage;
  const looking = { rates: deps.rates, caller, now, looked: 0 };
  let found: StoredChat[] = [];
  for (const instance of instances) {
    for await (const items of everybody(deps.table, instance)) {
      await countLooked(looking, items.length);
      for (const chat of items.map(chatIn)) {
        const isAhead = after === null || orderOfChat(chat) < after;
        if (isAhead && isListed(chat, choice) && isFound(searched(chat))) found.push(chat);
      }
      // Keep only the chats that can still make it onto the page.
      if (found.length > 2 * end + READ_AT_ONCE) found = found.toSorted(newestFirst).slice(0, end + 1);
    }
  }
  found.sort(newestFirst);
  const chats = found.slice(end - LIMITS.chatsPage, end);
  const last = chats.at(-1);
  return { chats, next: found.length > end && last ? orderOfChat(last) : null };
}

/** Yields all of an instance's records that could be chats, one page at a time. */
async function* everybody(table: Table, instance: InstanceId): AsyncGenerator<Item[]> {
  for (const { pk } of [keys.person(instance, ""), keys.group(instance, ""), keys.channel(instance, "")]) {
    for (let after: string | undefined; ; ) {
      const { items, more } = await table.query({ pk, limit: READ_AT_ONCE, ...(after !== undefined && { after }) });
      yield items;
      after = items.at(-1)?.sk;
      if (!more || after === undefined) break;
    }
  }
}

/** Returns the names and digits to search. The names may be shortened, because a search only reads the records. */
function searched({ type, key, record }: StoredChat) {
  if (type !== "person") return { names: [record.name] };
  const phone = phoneOfPerson(key) ?? record.phone;
  return { names: [record.name, record.contact_name], phone, form: joinedForm(key, record) };
}
