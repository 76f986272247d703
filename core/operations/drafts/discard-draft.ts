import type { Caller } from "../../records/accounts/caller.ts";
import { readDraft } from "../../records/draft.ts";
import { isCommitted } from "../../store/is-committed.ts";
import type { AcceptDeps } from "../messages/accept-message.ts";
import { draftGone, lineOf, takenAway } from "./release-draft.ts";

/**
 * Deletes a draft without sending it. Its Idempotency-Key can never create a message after that.
 * @param source the address that the user is connecting from. @throws ApiError `not_found` if the draft no longer
 * exists.
 */
export async function discardDraft(
  deps: Pick<AcceptDeps, "table" | "clock" | "ids">,
  caller: Caller,
  id: string,
  source: string,
): Promise<void> {
  const now = deps.clock.now();
  const draft = await readDraft(deps.table, caller.account_id, id, now);
  if (!draft) throw draftGone();
  const line = lineOf(deps, "draft.discarded", draft, { caller, source }, now);
  if (!(await isCommitted(deps.table.transact([takenAway(draft, now), line])))) throw draftGone();
}
