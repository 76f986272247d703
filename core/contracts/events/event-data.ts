import * as z from "zod";
import { Assignee } from "../chats/chat.ts";
import type { EventType } from "../event-types.ts";
import { DataExport, EXPORT_FAILURES } from "../exports.ts";
import { INSTANCE_STATUS_REASONS, INSTANCE_STATUSES } from "../instance.ts";
import { Message } from "../message.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });
const phone = z
  .string()
  .nullable()
  .meta({ description: "International format, digits only; null if the number is hidden" });
const person = z
  .string()
  .meta({ description: "The person's phone, or their private network id if the number is hidden" });

/**
 * The `data` of each event. Fields may be added over time, so none of these schemas rejects unknown fields. Spec:
 * Events › Event types.
 */
export const PollVoteData = Message.extend({
  vote: person.meta({ description: "Who voted" }),
  selected_options: z
    .array(z.string())
    .meta({ description: "The person's current choice; empty if they withdrew their vote" }),
}).meta({ id: "PollVoteData" });

/** A message that got a reaction. */
export const ReactionData = Message.extend({
  reacted: person.meta({ description: "Who reacted" }),
  emoji: z.string().nullable().meta({ description: "null if the reaction was removed" }),
  at: time,
}).meta({ id: "ReactionData" });

/** A change to a group. Fields without a value are left out. */
export const GroupUpdateData = z
  .object({
    instance_id: z.string(),
    chat_id: z.string(),
    change: z.enum(["joined", "left", "join", "leave", "promote", "demote", "updated"]).meta({
      description:
        "joined and left are about the instance itself; join, leave, promote and demote are about participants",
    }),
    participants: z
      .array(
        z.object({
          id: z.string().meta({ description: "The person's network id, not a phone" }),
          role: z
            .string()
            .nullable()
            .meta({ description: "owner, admin or member; null if the person is no longer in the group" }),
        }),
      )
      .optional(),
    subject: z.string().optional(),
    description: z.string().optional(),
    at: time,
  })
  .meta({ id: "GroupUpdateData" });

const teamsChat = {
  instance_id: z.string(),
  chat_id: z.string(),
  assigned_to: Assignee.nullable().meta({
    description: "The team member that the chat is assigned to; null if no one",
  }),
  user_id: z.string().nullable().meta({ description: "The panel user who made the change; null if an API key did" }),
  key_id: z.string().nullable().meta({ description: "The API key that made the change; null if a panel user did" }),
};

/** A chat that was assigned to a different team member, or unassigned. */
export const ChatAssignedData = z
  .object({
    ...teamsChat,
    was_assigned_to: Assignee.nullable().meta({
      description: "The team member it was assigned to before; null if no one",
    }),
    at: time,
  })
  .meta({ id: "ChatAssignedData" });

/** A chat that the team closed. */
export const ChatClosedData = z.object({ ...teamsChat, closed_at: time }).meta({ id: "ChatClosedData" });

const call = {
  id: z.string(),
  instance_id: z.string(),
  chat_id: z.string(),
  phone,
  from: z.string().optional().meta({ description: "The caller. Pass this value as `from` to POST …/calls/reject" }),
  is_video: z.boolean(),
  at: time,
};

/** A call that was declined. */
export const CallRejectedData = z.object(call).meta({ id: "CallRejectedData" });

/** An incoming call. */
export const CallReceivedData = z
  .object({ ...call, rejected: z.boolean().meta({ description: "Whether the instance declines calls automatically" }) })
  .meta({ id: "CallReceivedData" });

/** An instance's new status. */
export const InstanceStatusData = z
  .object({
    id: z.string(),
    external_ref: z.string().nullable(),
    status: z.enum(INSTANCE_STATUSES),
    status_reason: z.enum(INSTANCE_STATUS_REASONS).nullable().optional(),
    phone: z.string().nullable(),
  })
  .meta({ id: "InstanceStatusData" });

const otp = {
  id: z.string(),
  instance_id: z.string(),
  channel: z.enum(["link", "code"]),
  reference: z.string().nullable(),
  phone,
};

/** The event data for a verified one-time code. */
export const OtpCompletedData = z.object({ ...otp, verified_at: time }).meta({ id: "OtpCompletedData" });

/** The event data for a failed one-time code. */
export const OtpFailedData = z
  .object({
    ...otp,
    reason: z.enum([
      "too_many_attempts",
      "not_on_messenger",
      "quiet_hours",
      "daily_cap",
      "new_chats_paused",
      "messenger_restricted",
      "not_connected",
      "send_failed",
    ]),
    failed_at: time,
  })
  .meta({ id: "OtpFailedData" });

/** A broadcast's progress. Never contains the message text or anyone's number. */
export const BroadcastData = z
  .object({
    id: z.string(),
    instance_id: z.string(),
    name: z.string().nullable(),
    status: z.enum(["draft", "scheduled", "running", "paused", "completed", "cancelled"]),
    reason: z.object({ code: z.string(), text: z.string() }).nullable(),
    progress: z.record(z.string(), z.unknown()),
    started_at: time.nullable(),
    completed_at: time.nullable(),
  })
  .meta({ id: "BroadcastData" });

const endedExport = DataExport.omit({ contact: true, files: true, url_expires_at: true }).shape;

/** An export whose archive is ready. Never contains links or anyone's number. */
export const ExportCompletedData = z
  .object({
    ...endedExport,
    status: z.literal("done").meta({ description: "GET /v1/exports/{id} has the links to the archive's files" }),
    reason: z.null(),
    done_at: time,
  })
  .meta({ id: "ExportCompletedData" });

/** An export that failed, or whose archive was deleted together with a person's data. */
export const ExportFailedData = z
  .object({ ...endedExport, status: z.literal("failed"), reason: z.enum(EXPORT_FAILURES) })
  .meta({ id: "ExportFailedData" });

/** The `data` of each event type. Spec: Events › Event types. */
export const EVENT_DATA = {
  "message.received": Message,
  "message.sent_from_phone": Message,
  "message.status": Message,
  "message.edited": Message,
  "message.deleted": Message,
  "message.poll_vote": PollVoteData,
  "message.reaction": ReactionData,
  "group.message": Message,
  "group.update": GroupUpdateData,
  "chat.assigned": ChatAssignedData,
  "chat.closed": ChatClosedData,
  "call.received": CallReceivedData,
  "call.rejected": CallRejectedData,
  "instance.status": InstanceStatusData,
  "otp.completed": OtpCompletedData,
  "otp.failed": OtpFailedData,
  "broadcast.paused": BroadcastData,
  "broadcast.completed": BroadcastData,
  "export.completed": ExportCompletedData,
  "export.failed": ExportFailedData,
  "webhook.test": Message,
} as const satisfies Record<EventType, z.ZodType>;
