import * as z from "zod";
import type { ROUTES, RouteId } from "./routes.ts";

/** The kinds of lines in the activity log. Spec: Webhook management ("recorded in the account's activity log"). */
export const ACTIVITY_ACTIONS = [
  "account.created",
  "account.changed",
  "account.suspended",
  "account.resumed",
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
  "instance.profile_changed",
  "instance.deleted",
  "instance.warm_up_raised",
  "instance.warm_up_lowered",
  "instance.restricted",
  "instance.restriction_ended",
  "contact.changed",
  "contact.blocked",
  "contact.unblocked",
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
  "message.changed",
  "message.deleted",
  "chat.changed",
  "chat.deleted",
  "webhook.changed",
  "webhook.secret_replaced",
  "webhook.tested",
  "webhook.tried",
  "webhook.event_resent",
  "webhook.paused",
  "webhook.resumed",
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Routes that may change something. */
type ChangingRoute = { [Id in RouteId]: (typeof ROUTES)[Id]["method"] extends "GET" ? never : Id }[RouteId];

/**
 * The line of the activity log for a successful request. "itself": its operation writes the line in the transaction of
 * the change. null: no line, because its result shows elsewhere, with its time: a sent message is in GET /v1/messages,
 * a declined call is an event; a checked number changes nothing.
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
  "instances.check": null,
  "instances.reject_call": null,
  "profile.update": "instance.profile_changed",
  "contacts.change": "contact.changed",
  "contacts.block": "contact.blocked",
  "contacts.unblock": "contact.unblocked",
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
  "webhook.update": "itself",
  "webhook.rotate_secret": "itself",
  "webhook.test": "webhook.tested",
  "webhook.try": "webhook.tried",
  "webhook.resend": "webhook.event_resent",
  "instance_webhook.update": "itself",
  "instance_webhook.rotate_secret": "itself",
  "instance_webhook.test": "webhook.tested",
  "instance_webhook.try": "webhook.tried",
} as const satisfies Record<ChangingRoute, ActivityAction | "itself" | null>;

/** The maker of a change: an API key, the operator of the service by a command, or the service itself. */
export const ACTIVITY_BY = ["key", "operator", "service"] as const;

/** A line of the activity log as customers see it. */
export const Activity = z
  .object({
    id: z.string().meta({ example: "act_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    action: z.enum(ACTIVITY_ACTIONS).meta({ description: "What happened", example: "webhook.changed" }),
    by: z.enum(ACTIVITY_BY).meta({ description: "Who did it: an API key, the operator, or the service itself" }),
    key_id: z.string().nullable().meta({ description: "The API key; null when it was none" }),
    source: z.string().nullable().meta({ description: "The address of the key's connection", example: "192.0.2.1" }),
    instance_id: z.string().nullable().meta({ description: "The instance it was done to; null: the account" }),
    subject: z.string().nullable().meta({
      description: "The id of the message, chat, group, event, key or label it was done to, where there is one",
    }),
    changed: z.array(z.string()).meta({ description: "Names of the changed fields; never their values" }),
    created_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "Activity" });
export type Activity = z.infer<typeof Activity>;
