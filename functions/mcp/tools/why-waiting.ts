import * as z from "zod";

import { getMessage } from "../../api/messages/get-message.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/** For each reason why a message can be waiting, an explanation and a suggestion. Spec: Messages › waiting_reason. */
const REASONS: Readonly<Record<string, [reason: string, help: string]>> = {
  spacing: [
    "Messages are sent one after another, at the pace of a human.",
    "Nothing is needed. The message is sent in its turn.",
  ],
  daily_cap: [
    "The number has reached today's limit on new people.",
    "The message is sent when the daily count resets, or right away if the person writes first. Send them the number's chat link.",
  ],
  quiet_hours: [
    "It is night where the person or the number is.",
    "The message is sent in the morning, or right away if the person writes first.",
  ],
  paused: [
    "First messages from this number are paused, to keep it from being banned.",
    "Use get_instance to find the reason. Replies to people who have written are still sent.",
  ],
  offline: ["The number is not connected.", "Start the instance or link its phone again. The message is then sent."],
  messenger_unavailable: [
    "The messenger has not returned the recipients' devices, so nothing has been sent yet.",
    "Nothing is needed. Sending is retried every half minute, and succeeds as soon as the messenger responds.",
  ],
  scheduled: [
    "The message was scheduled for later.",
    "Nothing is needed. The message is sent at its scheduled time, and can be cancelled until then.",
  ],
};

/** The `why_waiting` tool. */
export const whyWaitingTool = tool("why_waiting", {
  input: z.object({ message_id: messageId() }),
  output: z.object({
    status: z.string(),
    waiting_reason: z.string().nullable(),
    expected_at: z.string().nullable(),
    reason: z.string(),
    what_helps: z.string(),
  }),
  async call({ run }, { message_id }) {
    const message = dataOf(await run(getMessage, { params: { id: message_id } }));
    const { status, waiting_reason, expected_at } = message as Record<
      "status" | "waiting_reason" | "expected_at",
      string | null
    >;
    const known = waiting_reason === null ? undefined : REASONS[waiting_reason];
    const [reason, what_helps] = known ?? [
      `The message is not waiting. Its status is ${status}.`,
      "Nothing is needed.",
    ];
    return { status: String(status), waiting_reason, expected_at, reason, what_helps };
  },
});
