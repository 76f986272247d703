import { LIMITS } from "../../contracts/limits.ts";
import { ApiError } from "../../errors.ts";
import { type Caller, callerId } from "../../records/accounts/caller.ts";
import { keys } from "../../store/keys.ts";
import type { RateLimiter } from "../accounts/count-request.ts";

/** A search: the number of records it has read, and the caller for whom it runs. */
export interface Search {
  rates: RateLimiter;
  caller: Caller;
  now: Date;
  looked: number;
}

const SEARCH_RULE = `With more than 1,000 people and groups, a key can search ${LIMITS.chatSearchesPerMinute} times a minute. Wait the number of seconds given in Retry-After, or set an instance_id that has fewer.`;

/**
 * Counts a search against the key's limit as soon as it has read more records than are free. Searches of chats and of
 * contacts share this limit.
 * @param more the number of records that were just read. @param message the error sentence, if the caller isn't a
 * search.
 * @throws ApiError `rate_limited`. Spec: Limits; docs/decisions/0076.
 */
export async function countLooked(search: Search, more: number, message = SEARCH_RULE): Promise<void> {
  const isFirstBeyond = search.looked <= LIMITS.searchedFreely && search.looked + more > LIMITS.searchedFreely;
  search.looked += more;
  if (!isFirstBeyond) return;
  const place = keys.searchRate(search.caller.account_id, callerId(search.caller));
  const decision = await search.rates.count(place, LIMITS.chatSearchesPerMinute, search.now);
  if (decision.passes) return;
  throw new ApiError("rate_limited", { message, retryAfterSec: decision.retryAfterSec });
}
