import * as z from "zod";

import { getMessage } from "../../api/messages/get-message.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/** An explanation and a suggestion for each reason a message can be waiting. Spec: Messages › waiting_reason. */
const REASONS: Readonly<Record<string, [reason: string, help: string]>> = {
  spacing: ["Messages go out one after the other, as a person would write them.", "Nothing: it goes in its turn."],
  daily_cap: [
    "The number has written to as many new people as it may today.",
    "It goes when the day's count begins anew, or at once when the person writes first: send them the number's chat link.",
  ],
  quiet_hours: [
    "It is night where the person or the number is.",
    "It goes in the morning, or at once when the person writes first.",
  ],
  paused: [
    "First messages of this number are paused, so that it is not banned.",
    "Look at get_instance for the reason. Answers to people who wrote go on.",
  ],
  offline: ["The number is not connected.", "Start it, or link its phone again; then the message goes."],
  messenger_unavailable: [
    "The messenger does not say which devices the recipients have, so nothing was sent yet.",
    "Nothing: it is tried again every half minute, and goes as soon as the messenger answers.",
  ],
  scheduled: ["It was scheduled for later.", "Nothing: it goes at its time. It can be cancelled until then."],
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
    const [reason, what_helps] = known ?? [`It does not wait: its status is ${status}.`, "Nothing is needed."];
    return { status: String(status), waiting_reason, expected_at, reason, what_helps };
  },
});
