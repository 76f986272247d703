import * as z from "zod";
import { mcpSettingsOf } from "../../core/domain/accounts/mcp-settings.ts";
import { ApiError } from "../../core/errors.ts";
import { findChat } from "../../core/operations/chats/find-chat.ts";
import { readInstance } from "../../core/operations/instances/read-instance.ts";
import { perDay, perHour, takeTries } from "../../core/operations/people/take-try.ts";
import { callerId } from "../../core/records/accounts/caller.ts";
import { readIdempotent } from "../../core/records/idempotency.ts";
import { keys } from "../../core/store/keys.ts";
import { sendMessage } from "../api/messages/send-message.ts";
import { dataOf, ShownMessage, shownMessage } from "./shown.ts";
import type { ToolContext } from "./tool.ts";

/** The answer to a send. */
export const SentMessage = z.object({
  message: ShownMessage,
  /** The person never wrote to this number: protection decides when it goes. */
  first_message: z.boolean(),
  expected_at: z.string().nullable(),
  /** The same client_ref was used before: nothing was sent now. */
  replayed: z.boolean(),
});

/** A send as a tool takes it. */
interface Send {
  instance_id: string;
  /** A phone or a chat id. */
  to: string;
  client_ref: string;
  /** The rest of the body of POST /v1/messages. */
  content: Record<string, unknown>;
}

/**
 * Sends under the caller's own name for it, once. Beside the key's own limits, a key sends so much an hour by tools, and
 * to so few people a day who never wrote: a model that is led astray by what it reads does little harm.
 * @throws ApiError those of POST /v1/messages; `limit_reached`.
 */
export async function sendOnce(context: ToolContext, { instance_id, to, client_ref, content }: Send) {
  const key = `mcp_${client_ref}`;
  const recipient = to.includes("@") ? { chat_id: to } : { to };
  const isFirst = await isFirstTo(context, instance_id, to);
  const giveBack = await takeSend(context, instance_id, key, isFirst);
  try {
    const body = { instance_id, ...recipient, ...content };
    const reply = await context.run(sendMessage, { body, headers: { "idempotency-key": key } });
    const replayed = reply.status === 200;
    if (replayed) await giveBack(); // the same request was on its way at this moment
    const message = shownMessage(dataOf(reply));
    const expected = typeof message.expected_at === "string" ? message.expected_at : null;
    return { message, first_message: isFirst, expected_at: expected, replayed };
  } catch (error) {
    await giveBack(); // nothing was sent
    throw error;
  }
}

/** The chat ids of groups and channels. A person may be named by a chat id, too, and is a person all the same. */
const OF_MANY = /@(g\.us|newsletter)$/;

/** Whether this is to a person who never wrote to the number. */
async function isFirstTo({ deps, caller }: ToolContext, instance: string, to: string): Promise<boolean> {
  try {
    const { chat } = await findChat(deps, caller, instance, to);
    return chat.type === "person" && chat.record.last_in_at === null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "chat_not_found") return !OF_MANY.test(to);
    throw error;
  }
}

const NO_FIRSTS = "This key writes to nobody who never wrote. Let the person write first, or let your user send it.";

async function takeSend({ deps, caller, now }: ToolContext, instance: string, key: string, isFirst: boolean) {
  const { account_id } = caller;
  const found = await readInstance(deps, caller, instance);
  if (await readIdempotent(deps, found, key)) return async () => undefined;
  const { mcp_sends_per_hour: sends, mcp_first_messages_per_day: firsts } = caller.mcp ?? mcpSettingsOf({});
  if (isFirst && firsts === 0) throw new ApiError("key_not_allowed", { message: NO_FIRSTS });
  const place = (what: "send" | "first") => keys.mcpTries(account_id, callerId(caller), what);
  const first = isFirst ? [[place("first"), perDay(firsts)] as const] : [];
  return takeTries(deps.table, [[place("send"), perHour(sends)], ...first], now);
}
