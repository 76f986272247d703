import { PLANS } from "../../contracts/plans.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import { activityWrite, actorOf } from "../../records/accounts/activity.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { type DraftRecord, readDraft } from "../../records/draft.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";
import { readInstance } from "../access/read-instance.ts";
import { type AcceptDeps, acceptMessage } from "../messages/accept-message.ts";

/** Builds the error for a draft that doesn't exist or no longer exists. */
export const draftGone = () =>
  new ApiError("not_found", {
    message: "This draft has already been released or discarded, or it has expired.",
  });

/**
 * Sends a draft as a message from the user who releases it. Accepting the message and deleting the draft happen in one
 * transaction, so the draft is released only once, even if several users press the button or the process dies. From
 * then on, the draft's Idempotency-Key leads to the message. As for any message, the number's protection determines
 * when it is sent.
 * @param source the address that the user is connecting from.
 * @throws ApiError `not_found` if the draft no longer exists, `instance_not_found`, or an error from `acceptMessage`.
 */
export async function releaseDraft(
  deps: AcceptDeps,
  caller: Caller,
  id: string,
  source: string,
): Promise<MessageRecord> {
  const { account_id: account, plan } = caller;
  const read = () => readDraft(deps.table, account, id, deps.clock.now());
  const draft = await read();
  if (!draft) throw draftGone();
  const instance = await readInstance(deps, caller, draft.instance_id);
  const now = deps.clock.now();
  const { phone: to, chat_id, content, reply_to, send_at, idempotency_key } = draft;
  const request = {
    caller_account: account,
    ...{ instance, to, chat_id, content, reply_to, idempotency_key },
    send_at: send_at === null ? null : new Date(send_at),
    messages_per_day: PLANS[plan].messagesPerDay,
    origin: "panel" as const,
    ...(caller.user_id !== null && { user_id: caller.user_id }),
    also: [takenAway(draft, now), lineOf(deps, "draft.released", draft, { caller, source }, now)],
  };
  const onRefused = async () => {
    if (!(await read())) throw draftGone();
  };
  const { message, replayed } = await acceptMessage(deps, request, { onRefused });
  // An earlier request with the draft's Idempotency-Key has already sent the message, so nothing is left to release.
  if (replayed) await deps.table.write({ delete: keys.draft(account, draft.id) });
  return message;
}

/** Builds the write that deletes a draft, on the condition that it is still waiting. */
export const takenAway = ({ account_id, id }: DraftRecord, now: Date): Write => ({
  delete: keys.draft(account_id, id),
  if: [{ field: "expires_at", op: ">", value: wireTime(now) }],
});

/** Builds the activity log line that records who released or discarded the draft. */
export function lineOf(
  deps: Pick<AcceptDeps, "ids">,
  action: "draft.released" | "draft.discarded",
  { account_id, instance_id, id }: DraftRecord,
  { caller, source }: { caller: Caller; source: string },
  now: Date,
): Write {
  const actor = actorOf(caller, source);
  return activityWrite(deps.ids, { account_id, owner: instance_id, action, actor, subject: id, changed: [] }, now);
}
