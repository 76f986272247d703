import type { UserId } from "../../../core/contracts/ids.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { validationError } from "../validate.ts";

/**
 * Returns the member named in a request, either by id or, in the panel, as `me`.
 * @param field the name of the request's field, for the error message. @throws ApiError `validation_failed` for `me`
 * with an API key.
 */
export function namedMember<T extends UserId | null>({ user_id }: Caller, field: string, given: T): T | UserId {
  if (given !== "me") return given;
  if (user_id !== null) return user_id;
  throw validationError({
    [field]: ["me works only in the panel, and this request uses an API key. Use a member's id."],
  });
}
