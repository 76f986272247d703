import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { searchFor } from "../../domain/chats/fold.ts";
import { ApiError } from "../../errors.ts";
import { type Caller, callerId } from "../../records/accounts/caller.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";
import type { RateLimiter } from "../accounts/count-request.ts";
import type { ChatChoice } from "./find-chosen-chats.ts";
import { isListed, newestFirst } from "./judge-listed.ts";
import type { ChatPage } from "./list-chats.ts";

/** Records read by one request; at most a megabyte. */
const READ_AT_ONCE = 1_000;

/**
 * One page of the chats of which a name has a part, or the phone the digits, that is searched for; newest first. Every
 * person, group and channel is read, so a key may do that ten times a minute where they are many.
 * @param instances checked to be the caller's. @param page from 1.
 * @throws ApiError `rate_limited`. Spec: GET /v1/chats, `search`.
 */
export async function searchChats(
  deps: { table: Table; rates: RateLimiter },
  { caller, now }: { caller: Caller; now: Date },
  instances: InstanceId[],
  { search, ...choice }: ChatChoice & { search: string },
  page: number,
): Promise<ChatPage> {
  const isFound = searchFor(search);
  const end = page * LIMITS.chatsPage;
  let looked = 0;
  let found: StoredChat[] = [];
  for (const instance of instances) {
    for await (const items of everybody(deps.table, instance)) {
      const isFirstBeyond = looked <= LIMITS.searchedFreely && looked + items.length > LIMITS.searchedFreely;
      looked += items.length;
      if (isFirstBeyond) await countSearch(deps.rates, caller, now);
      for (const chat of items.map(chatIn)) if (isListed(chat, choice) && isFound(searched(chat))) found.push(chat);
      // No more is kept than can be shown.
      if (found.length > 2 * end + READ_AT_ONCE) found = found.toSorted(newestFirst).slice(0, end + 1);
    }
  }
  found.sort(newestFirst);
  return { chats: found.slice(end - LIMITS.chatsPage, end), more: found.length > end };
}

async function countSearch(rates: RateLimiter, caller: Caller, now: Date): Promise<void> {
  const place = keys.searchRate(caller.account_id, callerId(caller));
  const decision = await rates.count(place, LIMITS.chatSearchesPerMinute, now);
  if (decision.passes) return;
  throw new ApiError("rate_limited", {
    message: `Among more than 1,000 people and groups a key may search ${LIMITS.chatSearchesPerMinute} times a minute. Wait for the seconds given in Retry-After, or name an instance_id with fewer.`,
    retryAfterSec: decision.retryAfterSec,
  });
}

/** All records of an instance that may hold a chat, as they come. */
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

/** Names as records hold them, shortened: a search reads nothing else. */
function searched({ type, key, record }: StoredChat) {
  if (type !== "person") return { names: [record.name] };
  return { names: [record.name, record.contact_name], phone: key.includes("@") ? record.phone : key };
}
