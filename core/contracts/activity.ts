import * as z from "zod";
import type { ROUTES, RouteId } from "./routes.ts";

/** The kinds of entries in the activity log. Spec: Webhook management ("recorded in the account's activity log"). */
export const ACTIVITY_ACTIONS = [
  "account.created",
  "account.changed",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "invite.created",
  "invite.withdrawn",
  "account.suspended",
  "account.resumed",
  "account.deletion_asked",
  "account.deletion_undone",
  "plan.changed",
  "key.created",
  "key.revoked",
  "instance.created",
  "instance.changed",
  "instance.stopped",
  "instance.started",
  "instance.restarted",
  "instance.logged_out",
  "instance.pairing_code_made",
  "instance.passkey_given",
  "instance.profile_changed",
  "instance.deleted",
  "instance.warm_up_raised",
  "instance.warm_up_lowered",
  "instance.restricted",
  "instance.restriction_ended",
  "contact.changed",
  "contact.imported",
  "contact.blocked",
  "contact.unblocked",
  "contact.erased",
  "export.created",
  "group.created",
  "group.members_added",
  "group.members_removed",
  "group.members_promoted",
  "group.members_demoted",
  "group.changed",
  "group.invite_revoked",
  "group.joined",
  "group.left",
  "group.requests_approved",
  "group.requests_rejected",
  "chat.labels_changed",
  "label.created",
  "label.changed",
  "label.deleted",
  "channel.created",
  "channel.changed",
  "channel.deleted",
  "channel.followed",
  "channel.unfollowed",
  "status.deleted",
  "broadcast.created",
  "broadcast.changed",
  "broadcast.started",
  "broadcast.paused",
  "broadcast.resumed",
  "broadcast.cancelled",
  "agent.changed",
  "menu.changed",
  "auto_reply.changed",
  "otp.cancelled",
  "otp.creation_paused",
  "agent.failed",
  "automation.loop_stopped",
  "message.changed",
  "message.deleted",
  "draft.released",
  "draft.discarded",
  "chat.changed",
  "chat.deleted",
  "note.created",
  "note.changed",
  "note.deleted",
  "saved_reply.created",
  "saved_reply.changed",
  "saved_reply.deleted",
  "webhook.changed",
  "webhook.secret_replaced",
  "webhook.tested",
  "webhook.tried",
  "webhook.event_resent",
  "webhook.paused",
  "webhook.resumed",
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Routes that can change something. */
type ChangingRoute = { [Id in RouteId]: (typeof ROUTES)[Id]["method"] extends "GET" ? never : Id }[RouteId];

/**
 * The activity log entry for a successful request to each route. "itself" means that the operation writes the entry in
 * the same transaction as the change. null means no entry, either because the result is already recorded elsewhere with
 * its time, or because nothing changes. A sent message is listed in GET /v1/messages, and a declined call and a
 * finished OTP are events. Checking a number, trying out an answer, testing a proxy and getting a ticket for the event
 * stream change nothing.
 */
export const ACTIVITY_OF_ROUTE = {
  "instances.create": "instance.created",
  "instances.update": "itself",
  "instances.delete": "instance.deleted",
  "instances.stop": "instance.stopped",
  "instances.start": "instance.started",
  "instances.restart": "instance.restarted",
  "instances.logout": "instance.logged_out",
  "instances.pairing_code": "instance.pairing_code_made",
  "instances.sign_passkey": "instance.passkey_given",
  "instances.check": null,
  "instances.test_proxy": null,
  "instances.reject_call": null,
  "profile.update": "instance.profile_changed",
  "contacts.import": "contact.imported",
  "contacts.start_import": "itself",
  "contacts.change": "contact.changed",
  "contacts.erase": "itself",
  "exports.create": "itself",
  "contacts.block": "contact.blocked",
  "contacts.unblock": "contact.unblocked",
  "groups.create": "group.created",
  "groups.add_members": "group.members_added",
  "groups.remove_members": "group.members_removed",
  "groups.promote_members": "group.members_promoted",
  "groups.demote_members": "group.members_demoted",
  "groups.change": "group.changed",
  "groups.revoke_invite": "group.invite_revoked",
  "groups.join": "group.joined",
  "groups.leave": "group.left",
  "groups.approve_requests": "group.requests_approved",
  "groups.reject_requests": "group.requests_rejected",
  "chats.set_labels": "chat.labels_changed",
  "labels.create": "label.created",
  "labels.update": "label.changed",
  "labels.delete": "label.deleted",
  "channels.create": "channel.created",
  "channels.update": "channel.changed",
  "channels.delete": "channel.deleted",
  "channels.follow": "channel.followed",
  "channels.unfollow": "channel.unfollowed",
  "statuses.post": null,
  "statuses.delete": "status.deleted",
  "broadcasts.create": "broadcast.created",
  "broadcasts.change": "broadcast.changed",
  "broadcasts.cancel": "broadcast.cancelled",
  "broadcasts.start": "broadcast.started",
  "broadcasts.pause": "broadcast.paused",
  "broadcasts.resume": "broadcast.resumed",
  "ai_agent.change": "itself",
  "menu.replace": "itself",
  "auto_reply.change": "itself",
  "automations.try": null,
  "otps.create": null,
  "otps.check": null,
  "otps.resend": null,
  "otps.delete": "otp.cancelled",
  "messages.send": null,
  "messages.change": "message.changed",
  "messages.delete": "message.deleted",
  "messages.react": null,
  "messages.unreact": null,
  "messages.mark_read": null,
  "messages.forward": null,
  "chats.change": "chat.changed",
  "chats.read": null,
  "chats.typing": null,
  "chats.delete": "chat.deleted",
  "notes.create": "note.created",
  "notes.update": "note.changed",
  "notes.delete": "note.deleted",
  "saved_replies.create": "saved_reply.created",
  "saved_replies.update": "saved_reply.changed",
  "saved_replies.delete": "saved_reply.deleted",
  "webhook.update": "itself",
  "webhook.rotate_secret": "itself",
  "webhook.test": "webhook.tested",
  "webhook.try": "webhook.tried",
  "webhook.resend": "webhook.event_resent",
  "instance_webhook.update": "itself",
  "instance_webhook.rotate_secret": "itself",
  "instance_webhook.test": "webhook.tested",
  "instance_webhook.try": "webhook.tried",
  "events.create_stream_ticket": null,
} as const satisfies Record<ChangingRoute, ActivityAction | "itself" | null>;

/**
 * The author of a change: an API key, a user of the panel, the service's operator through a command, or the service
 * itself.
 */
export const ACTIVITY_BY = ["key", "user", "operator", "service"] as const;

/** An activity log entry as customers see it. */
export const Activity = z
  .object({
    id: z.string().meta({ example: "act_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    action: z.enum(ACTIVITY_ACTIONS).meta({ description: "The kind of change", example: "webhook.changed" }),
    by: z
      .enum(ACTIVITY_BY)
      .meta({ description: "Who made the change: an API key, a panel user, the operator, or the service itself" }),
    key_id: z
      .string()
      .nullable()
      .meta({ description: "The API key that made the change; null if no key was involved" }),
    user_id: z
      .string()
      .nullable()
      .meta({ description: "The panel user who made the change; null if it was not made in the panel" }),
    source: z
      .string()
      .nullable()
      .meta({ description: "The IP address that the request came from", example: "192.0.2.1" }),
    instance_id: z
      .string()
      .nullable()
      .meta({ description: "The instance that was changed; null if the change was to the account" }),
    subject: z.string().nullable().meta({
      description:
        "The id of the changed message, broadcast, chat, group, event, OTP, key or label, if the change has one",
    }),
    changed: z.array(z.string()).meta({ description: "The names of the changed fields, but never their values" }),
    created_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "Activity" });
export type Activity = z.infer<typeof Activity>;
