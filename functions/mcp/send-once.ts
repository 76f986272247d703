import * as z from "zod";
import { LIMITS } from "../../core/contracts/limits.ts";
import { mcpSettingsOf } from "../../core/domain/accounts/mcp-settings.ts";
import { ApiError } from "../../core/errors.ts";
import { readInstance } from "../../core/operations/access/read-instance.ts";
import type { KeptDraft } from "../../core/operations/drafts/keep-draft.ts";
import { perDay, perHour, takeTries } from "../../core/operations/users/take-try.ts";
import { callerId } from "../../core/records/accounts/caller.ts";
import { readMadeDraft } from "../../core/records/draft.ts";
import { readIdempotent } from "../../core/records/idempotency.ts";
import { keys } from "../../core/store/keys.ts";
import { isReplay } from "../api/idempotent.ts";
import { sendMessage } from "../api/messages/send-message.ts";
import { keepDraft } from "./keep-draft.ts";
import { readWhom } from "./read-whom.ts";
import { dataOf, ShownMessage, shownMessage } from "./shown.ts";
import type { ToolContext } from "./tool.ts";

/** The result of sending a message. */
export const SentMessage = z.object({
  /** The message, or null if nothing has been sent because the message is or was a draft. */
  message: ShownMessage.nullable(),
  /**
   * True if the person has never messaged the instance's number. Number protection then decides when the message is
   * sent.
   */
  first_message: z.boolean(),
  expected_at: z.string().nullable(),
  /** True if the same client_ref was used before. In that case, this call did nothing. */
  replayed: z.boolean(),
  /** The draft that was created instead of a message, or null if there is none. */
  draft_id: z.string().nullable(),
  /** True if nothing is sent until a team member releases the draft. */
  awaits_release: z.boolean(),
  next_step: z.string().nullable(),
});
type Sent = z.infer<typeof SentMessage>;

const AWAITS = `The message was NOT sent. It is a draft, which a team member can release or discard in the panel, under Drafts, within ${LIMITS.draftDays} days. Tell your user so.`;
const GONE =
  "The message with this client_ref was NOT sent, because its draft was discarded or was not released in time. Ask your user what to do.";

/** The arguments that a tool receives for a send. */
interface Send {
  instance_id: string;
  /** A phone number or a chat id. */
  to: string;
  client_ref: string;
  /** The other fields in the body of POST /v1/messages. */
  content: Record<string, unknown>;
}

/**
 * Sends a message once per reference chosen by the caller. With a key that requires confirmation by a person, every
 * message to someone who hasn't written in the last 24 hours becomes a draft. In addition to the key's other limits,
 * tools can send only a limited number of messages per hour, and each day they can message only a limited number of
 * people who have never written. This limits the harm if a model is misled by what it reads.
 * @throws ApiError those of POST /v1/messages; `limit_reached`; `key_not_allowed` for a first message that the key may
 * not send.
 */
export async function sendOnce(context: ToolContext, send: Send): Promise<Sent> {
  const { deps, caller } = context;
  const { instance_id, to, client_ref, content } = send;
  const key = `mcp_${client_ref}`;
  const instance = await readInstance(deps, caller, instance_id);
  // Look for the message before the draft: once released, a draft has become a message but its record still exists.
  const isSent = (await readIdempotent(deps, instance, key)) !== null;
  const made = isSent ? null : await readMadeDraft(deps, instance, key);
  if (made) return asDraft({ ...made, replayed: true }, false);

  const { isFirst, wroteLately } = await readWhom(context, instance_id, to, content.send_at);
  const isDraft = !isSent && !wroteLately && caller.mcp?.mcp_confirm === true;
  const giveBack = isSent ? async () => undefined : await takeSend(context, isFirst && !isDraft);
  const body = { instance_id, ...(to.includes("@") ? { chat_id: to } : { to }), ...content };
  const asked = { body, headers: { "idempotency-key": key } };
  try {
    const reply = await context.run(isDraft ? keepDraft : sendMessage, asked);
    const replayed = isReplay(reply);
    if (replayed) await giveBack(); // the same request was on its way at this moment
    return isDraft
      ? asDraft(dataOf(reply) as unknown as KeptDraft, isFirst)
      : asMessage(dataOf(reply), isFirst, replayed);
  } catch (error) {
    // After any other error, such as a lost response, the message may have been accepted.
    if (error instanceof ApiError) await giveBack();
    throw error;
  }
}

function asMessage(data: Record<string, unknown>, isFirst: boolean, replayed: boolean): Sent {
  const message = shownMessage(data);
  const expected_at = typeof message.expected_at === "string" ? message.expected_at : null;
  const noDraft = { draft_id: null, awaits_release: false, next_step: null };
  return { message, first_message: isFirst, expected_at, replayed, ...noDraft };
}

function asDraft({ id, draft, replayed }: KeptDraft, isFirst: boolean): Sent {
  const awaits_release = draft !== null;
  const told = { draft_id: id, awaits_release, next_step: awaits_release ? AWAITS : GONE };
  return { message: null, first_message: isFirst, expected_at: null, replayed, ...told };
}

const NO_FIRSTS =
  "This key can't write to people who have never written. Let the person write first, or let your user send the message.";

/**
 * Uses up one of the sends that the key is allowed. @returns a function that gives it back. @throws ApiError
 * `limit_reached`, `key_not_allowed`.
 */
async function takeSend({ deps, caller, now }: ToolContext, isFirst: boolean): Promise<() => Promise<void>> {
  const { mcp_sends_per_hour: sends, mcp_first_messages_per_day: firsts } = caller.mcp ?? mcpSettingsOf({});
  if (isFirst && firsts === 0) throw new ApiError("key_not_allowed", { message: NO_FIRSTS });
  const place = (what: "send" | "first") => keys.mcpTries(caller.account_id, callerId(caller), what);
  const first = isFirst ? [[place("first"), perDay(firsts)] as const] : [];
  return takeTries(deps.table, [[place("send"), perHour(sends)], ...first], now);
}
