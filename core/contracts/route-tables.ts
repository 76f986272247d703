/**
 * The key that a route requires. `read` means any key, `send` a send or full key, `full` a full key, and `account` a
 * full key for the whole account.
 */
export type KeyScope = "public" | "read" | "send" | "full" | "account";

/** A route of the API. */
export interface RouteRow {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  scope: KeyScope;
  /** Whether the route is refused once the account's trial has ended, because it sends something or starts sending. */
  notAfterTrial?: true;
  /** The resource whose Lambda serves the route: functions/api/<resource>/index.ts. */
  resource:
    | "instances"
    | "profile"
    | "messages"
    | "chats"
    | "webhook"
    | "events"
    | "activity"
    | "files"
    | "contacts"
    | "labels"
    | "groups"
    | "channels"
    | "statuses"
    | "broadcasts"
    | "otps"
    | "answers"
    | "openapi";
}

/** A resource's rows, by the route's id. Each function of the API carries only its own. `ROUTES` is all of them. */
export type RouteRows = Record<string, RouteRow>;

/** The routes of functions/api/instances. */
export const INSTANCES_ROUTES = {
  "instances.list": { method: "GET", path: "/v1/instances", scope: "read", resource: "instances" },
  "instances.create": {
    method: "POST",
    path: "/v1/instances",
    scope: "account",
    notAfterTrial: true,
    resource: "instances",
  },
  "instances.get": { method: "GET", path: "/v1/instances/{id}", scope: "read", resource: "instances" },
  "instances.update": { method: "PATCH", path: "/v1/instances/{id}", scope: "full", resource: "instances" },
  "instances.delete": { method: "DELETE", path: "/v1/instances/{id}", scope: "account", resource: "instances" },
  "instances.qr": { method: "GET", path: "/v1/instances/{id}/qr", scope: "full", resource: "instances" },
  "instances.stop": { method: "POST", path: "/v1/instances/{id}/stop", scope: "full", resource: "instances" },
  "instances.start": { method: "POST", path: "/v1/instances/{id}/start", scope: "full", resource: "instances" },
  "instances.restart": { method: "POST", path: "/v1/instances/{id}/restart", scope: "full", resource: "instances" },
  "instances.logout": { method: "POST", path: "/v1/instances/{id}/logout", scope: "full", resource: "instances" },
  "instances.pairing_code": {
    method: "POST",
    path: "/v1/instances/{id}/pairing-code",
    scope: "full",
    resource: "instances",
  },
  "instances.passkey": { method: "GET", path: "/v1/instances/{id}/passkey", scope: "full", resource: "instances" },
  "instances.sign_passkey": {
    method: "POST",
    path: "/v1/instances/{id}/passkey",
    scope: "full",
    resource: "instances",
  },
  "instances.check": { method: "POST", path: "/v1/instances/{id}/check", scope: "full", resource: "instances" },
  "instances.test_proxy": {
    method: "POST",
    path: "/v1/instances/{id}/proxy/test",
    scope: "full",
    resource: "instances",
  },
  "instances.reject_call": {
    method: "POST",
    path: "/v1/instances/{id}/calls/reject",
    scope: "full",
    resource: "instances",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/profile. */
export const PROFILE_ROUTES = {
  "profile.get": { method: "GET", path: "/v1/instances/{id}/profile", scope: "read", resource: "profile" },
  "profile.update": { method: "PATCH", path: "/v1/instances/{id}/profile", scope: "full", resource: "profile" },
} as const satisfies RouteRows;

/** The routes of functions/api/contacts. */
export const CONTACTS_ROUTES = {
  "contacts.list": { method: "GET", path: "/v1/instances/{id}/contacts", scope: "read", resource: "contacts" },
  /** Must come before the route for a single contact, whose path also matches. */
  "contacts.export": { method: "GET", path: "/v1/instances/{id}/contacts/export", scope: "read", resource: "contacts" },
  "contacts.get": { method: "GET", path: "/v1/instances/{id}/contacts/{contact}", scope: "read", resource: "contacts" },
  "contacts.import": {
    method: "POST",
    path: "/v1/instances/{id}/contacts/import",
    scope: "full",
    resource: "contacts",
  },
  "contacts.start_import": {
    method: "POST",
    path: "/v1/instances/{id}/contact-imports",
    scope: "full",
    resource: "contacts",
  },
  "contacts.get_import": {
    method: "GET",
    path: "/v1/instances/{id}/contact-imports/{import}",
    scope: "read",
    resource: "contacts",
  },
  "contacts.change": {
    method: "PATCH",
    path: "/v1/instances/{id}/contacts/{contact}",
    scope: "full",
    resource: "contacts",
  },
  "contacts.erase": {
    method: "DELETE",
    path: "/v1/instances/{id}/contacts/{contact}/data",
    scope: "full",
    resource: "contacts",
  },
  "contacts.block": {
    method: "PUT",
    path: "/v1/instances/{id}/contacts/{contact}/block",
    scope: "full",
    resource: "contacts",
  },
  "contacts.unblock": {
    method: "DELETE",
    path: "/v1/instances/{id}/contacts/{contact}/block",
    scope: "full",
    resource: "contacts",
  },
  "exports.create": { method: "POST", path: "/v1/export", scope: "account", resource: "contacts" },
  "exports.list": { method: "GET", path: "/v1/exports", scope: "account", resource: "contacts" },
  "exports.get": { method: "GET", path: "/v1/exports/{id}", scope: "account", resource: "contacts" },
} as const satisfies RouteRows;

/** The routes of functions/api/labels. */
export const LABELS_ROUTES = {
  "labels.list": { method: "GET", path: "/v1/instances/{id}/labels", scope: "read", resource: "labels" },
  "labels.chats": {
    method: "GET",
    path: "/v1/instances/{id}/labels/{label}/chats",
    scope: "read",
    resource: "labels",
  },
  "labels.create": { method: "POST", path: "/v1/instances/{id}/labels", scope: "full", resource: "labels" },
  "labels.update": { method: "PATCH", path: "/v1/instances/{id}/labels/{label}", scope: "full", resource: "labels" },
  "labels.delete": { method: "DELETE", path: "/v1/instances/{id}/labels/{label}", scope: "full", resource: "labels" },
} as const satisfies RouteRows;

/** The routes of functions/api/groups. */
export const GROUPS_ROUTES = {
  "groups.list": { method: "GET", path: "/v1/instances/{id}/groups", scope: "read", resource: "groups" },
  /** Must precede the route for a single group, whose path also matches. */
  "groups.create": {
    method: "POST",
    path: "/v1/instances/{id}/groups",
    scope: "full",
    notAfterTrial: true,
    resource: "groups",
  },
  "groups.preview": { method: "GET", path: "/v1/instances/{id}/groups/preview", scope: "read", resource: "groups" },
  "groups.get": { method: "GET", path: "/v1/instances/{id}/groups/{group}", scope: "read", resource: "groups" },
  "groups.change": { method: "PATCH", path: "/v1/instances/{id}/groups/{group}", scope: "full", resource: "groups" },
  "groups.add_members": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/participants",
    scope: "full",
    notAfterTrial: true,
    resource: "groups",
  },
  "groups.remove_members": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/participants/remove",
    scope: "full",
    resource: "groups",
  },
  "groups.promote_members": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/participants/promote",
    scope: "full",
    resource: "groups",
  },
  "groups.demote_members": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/participants/demote",
    scope: "full",
    resource: "groups",
  },
  "groups.invite": {
    method: "GET",
    path: "/v1/instances/{id}/groups/{group}/invite",
    scope: "read",
    resource: "groups",
  },
  "groups.revoke_invite": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/invite/revoke",
    scope: "full",
    resource: "groups",
  },
  "groups.join": {
    method: "POST",
    path: "/v1/instances/{id}/groups/join",
    scope: "full",
    notAfterTrial: true,
    resource: "groups",
  },
  "groups.leave": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/leave",
    scope: "full",
    resource: "groups",
  },
  "groups.requests": {
    method: "GET",
    path: "/v1/instances/{id}/groups/{group}/requests",
    scope: "read",
    resource: "groups",
  },
  "groups.approve_requests": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/requests/approve",
    scope: "full",
    resource: "groups",
  },
  "groups.reject_requests": {
    method: "POST",
    path: "/v1/instances/{id}/groups/{group}/requests/reject",
    scope: "full",
    resource: "groups",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/channels. */
export const CHANNELS_ROUTES = {
  "channels.list": { method: "GET", path: "/v1/instances/{id}/channels", scope: "read", resource: "channels" },
  "channels.create": {
    method: "POST",
    path: "/v1/instances/{id}/channels",
    scope: "full",
    notAfterTrial: true,
    resource: "channels",
  },
  "channels.preview": {
    method: "GET",
    path: "/v1/instances/{id}/channels/preview",
    scope: "read",
    resource: "channels",
  },
  "channels.get": { method: "GET", path: "/v1/instances/{id}/channels/{channel}", scope: "read", resource: "channels" },
  "channels.update": {
    method: "PATCH",
    path: "/v1/instances/{id}/channels/{channel}",
    scope: "full",
    resource: "channels",
  },
  "channels.delete": {
    method: "DELETE",
    path: "/v1/instances/{id}/channels/{channel}",
    scope: "full",
    resource: "channels",
  },
  "channels.follow": {
    method: "PUT",
    path: "/v1/instances/{id}/channels/{channel}/follow",
    scope: "full",
    resource: "channels",
  },
  "channels.unfollow": {
    method: "DELETE",
    path: "/v1/instances/{id}/channels/{channel}/follow",
    scope: "full",
    resource: "channels",
  },
  "channels.messages": {
    method: "GET",
    path: "/v1/instances/{id}/channels/{channel}/messages",
    scope: "read",
    resource: "channels",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/answers. */
export const ANSWERS_ROUTES = {
  "ai_agent.get": { method: "GET", path: "/v1/instances/{id}/ai-agent", scope: "read", resource: "answers" },
  "ai_agent.change": { method: "PATCH", path: "/v1/instances/{id}/ai-agent", scope: "full", resource: "answers" },
  "menu.get": { method: "GET", path: "/v1/instances/{id}/menu", scope: "read", resource: "answers" },
  "menu.replace": { method: "PUT", path: "/v1/instances/{id}/menu", scope: "full", resource: "answers" },
  "auto_reply.get": { method: "GET", path: "/v1/instances/{id}/auto-reply", scope: "read", resource: "answers" },
  "auto_reply.change": { method: "PATCH", path: "/v1/instances/{id}/auto-reply", scope: "full", resource: "answers" },
  "automations.try": {
    method: "POST",
    path: "/v1/instances/{id}/automations/try",
    scope: "full",
    resource: "answers",
  },
  "saved_replies.list": { method: "GET", path: "/v1/saved-replies", scope: "read", resource: "answers" },
  "saved_replies.create": { method: "POST", path: "/v1/saved-replies", scope: "account", resource: "answers" },
  "saved_replies.update": { method: "PATCH", path: "/v1/saved-replies/{id}", scope: "account", resource: "answers" },
  "saved_replies.delete": { method: "DELETE", path: "/v1/saved-replies/{id}", scope: "account", resource: "answers" },
} as const satisfies RouteRows;

/** The routes of functions/api/chats. */
export const CHATS_ROUTES = {
  "members.list": { method: "GET", path: "/v1/members", scope: "read", resource: "chats" },
  "chats.list": { method: "GET", path: "/v1/chats", scope: "read", resource: "chats" },
  "chats.set_labels": {
    method: "PUT",
    path: "/v1/instances/{id}/chats/{chat}/labels",
    scope: "full",
    resource: "chats",
  },
  "chats.get": { method: "GET", path: "/v1/instances/{id}/chats/{chat}", scope: "read", resource: "chats" },
  "chats.history": {
    method: "GET",
    path: "/v1/instances/{id}/chats/{chat}/history",
    scope: "read",
    resource: "chats",
  },
  "chats.change": { method: "PATCH", path: "/v1/instances/{id}/chats/{chat}", scope: "full", resource: "chats" },
  "chats.delete": { method: "DELETE", path: "/v1/instances/{id}/chats/{chat}", scope: "full", resource: "chats" },
  "chats.read": { method: "POST", path: "/v1/instances/{id}/chats/{chat}/read", scope: "send", resource: "chats" },
  "notes.list": { method: "GET", path: "/v1/instances/{id}/chats/{chat}/notes", scope: "read", resource: "chats" },
  "notes.create": { method: "POST", path: "/v1/instances/{id}/chats/{chat}/notes", scope: "full", resource: "chats" },
  "notes.update": {
    method: "PATCH",
    path: "/v1/instances/{id}/chats/{chat}/notes/{note}",
    scope: "full",
    resource: "chats",
  },
  "notes.delete": {
    method: "DELETE",
    path: "/v1/instances/{id}/chats/{chat}/notes/{note}",
    scope: "full",
    resource: "chats",
  },
  "chats.typing": { method: "POST", path: "/v1/instances/{id}/chats/{chat}/typing", scope: "send", resource: "chats" },
} as const satisfies RouteRows;

/** The routes of functions/api/statuses. */
export const STATUSES_ROUTES = {
  "statuses.list": { method: "GET", path: "/v1/instances/{id}/statuses", scope: "read", resource: "statuses" },
  "statuses.post": {
    method: "POST",
    path: "/v1/instances/{id}/statuses",
    scope: "full",
    notAfterTrial: true,
    resource: "statuses",
  },
  "statuses.delete": {
    method: "DELETE",
    path: "/v1/instances/{id}/statuses/{status}",
    scope: "full",
    resource: "statuses",
  },
  "statuses.get": { method: "GET", path: "/v1/instances/{id}/statuses/{status}", scope: "read", resource: "statuses" },
} as const satisfies RouteRows;

/** The routes of functions/api/otps. */
export const OTPS_ROUTES = {
  "otps.create": { method: "POST", path: "/v1/otps", scope: "send", notAfterTrial: true, resource: "otps" },
  "otps.get": { method: "GET", path: "/v1/otps/{id}", scope: "read", resource: "otps" },
  "otps.delete": { method: "DELETE", path: "/v1/otps/{id}", scope: "send", resource: "otps" },
  "otps.check": { method: "POST", path: "/v1/otps/{id}/check", scope: "send", resource: "otps" },
  "otps.resend": { method: "POST", path: "/v1/otps/{id}/resend", scope: "send", notAfterTrial: true, resource: "otps" },
} as const satisfies RouteRows;

/** The routes of functions/api/messages. */
export const MESSAGES_ROUTES = {
  "messages.list": { method: "GET", path: "/v1/messages", scope: "read", resource: "messages" },
  "messages.send": { method: "POST", path: "/v1/messages", scope: "send", notAfterTrial: true, resource: "messages" },
  "messages.get": { method: "GET", path: "/v1/messages/{id}", scope: "read", resource: "messages" },
  "messages.change": {
    method: "PATCH",
    path: "/v1/messages/{id}",
    scope: "send",
    notAfterTrial: true,
    resource: "messages",
  },
  "messages.delete": { method: "DELETE", path: "/v1/messages/{id}", scope: "send", resource: "messages" },
  "messages.react": {
    method: "PUT",
    path: "/v1/messages/{id}/reaction",
    scope: "send",
    notAfterTrial: true,
    resource: "messages",
  },
  "messages.unreact": { method: "DELETE", path: "/v1/messages/{id}/reaction", scope: "send", resource: "messages" },
  "messages.mark_read": { method: "POST", path: "/v1/messages/{id}/read", scope: "send", resource: "messages" },
  "messages.forward": {
    method: "POST",
    path: "/v1/messages/{id}/forward",
    scope: "send",
    notAfterTrial: true,
    resource: "messages",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/broadcasts. */
export const BROADCASTS_ROUTES = {
  "broadcasts.list": { method: "GET", path: "/v1/broadcasts", scope: "read", resource: "broadcasts" },
  "broadcasts.create": {
    method: "POST",
    path: "/v1/broadcasts",
    scope: "full",
    notAfterTrial: true,
    resource: "broadcasts",
  },
  "broadcasts.get": { method: "GET", path: "/v1/broadcasts/{id}", scope: "read", resource: "broadcasts" },
  "broadcasts.change": { method: "PATCH", path: "/v1/broadcasts/{id}", scope: "full", resource: "broadcasts" },
  "broadcasts.cancel": { method: "DELETE", path: "/v1/broadcasts/{id}", scope: "full", resource: "broadcasts" },
  "broadcasts.recipients": {
    method: "GET",
    path: "/v1/broadcasts/{id}/recipients",
    scope: "read",
    resource: "broadcasts",
  },
  "broadcasts.start": {
    method: "POST",
    path: "/v1/broadcasts/{id}/start",
    scope: "full",
    notAfterTrial: true,
    resource: "broadcasts",
  },
  "broadcasts.pause": { method: "POST", path: "/v1/broadcasts/{id}/pause", scope: "full", resource: "broadcasts" },
  "broadcasts.resume": {
    method: "POST",
    path: "/v1/broadcasts/{id}/resume",
    scope: "full",
    notAfterTrial: true,
    resource: "broadcasts",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/webhook. */
export const WEBHOOK_ROUTES = {
  "webhook.get": { method: "GET", path: "/v1/webhook", scope: "read", resource: "webhook" },
  "webhook.update": { method: "PATCH", path: "/v1/webhook", scope: "account", resource: "webhook" },
  "webhook.rotate_secret": { method: "POST", path: "/v1/webhook/secret", scope: "account", resource: "webhook" },
  "webhook.test": { method: "POST", path: "/v1/webhook/test", scope: "account", resource: "webhook" },
  "webhook.try": { method: "POST", path: "/v1/webhook/try", scope: "account", resource: "webhook" },
  "webhook.deliveries": { method: "GET", path: "/v1/webhook/deliveries", scope: "read", resource: "webhook" },
  "webhook.resend": {
    method: "POST",
    path: "/v1/webhook/deliveries/{event_id}/resend",
    scope: "account",
    resource: "webhook",
  },
  "instance_webhook.get": { method: "GET", path: "/v1/instances/{id}/webhook", scope: "read", resource: "webhook" },
  "instance_webhook.update": {
    method: "PATCH",
    path: "/v1/instances/{id}/webhook",
    scope: "account",
    resource: "webhook",
  },
  "instance_webhook.rotate_secret": {
    method: "POST",
    path: "/v1/instances/{id}/webhook/secret",
    scope: "account",
    resource: "webhook",
  },
  "instance_webhook.test": {
    method: "POST",
    path: "/v1/instances/{id}/webhook/test",
    scope: "account",
    resource: "webhook",
  },
  "instance_webhook.try": {
    method: "POST",
    path: "/v1/instances/{id}/webhook/try",
    scope: "account",
    resource: "webhook",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/events. */
export const EVENTS_ROUTES = {
  "events.list": { method: "GET", path: "/v1/events", scope: "read", resource: "events" },
  "events.create_stream_ticket": {
    method: "POST",
    path: "/v1/events/stream-tickets",
    scope: "read",
    resource: "events",
  },
} as const satisfies RouteRows;

/** The routes of functions/api/activity. */
export const ACTIVITY_ROUTES = {
  "activity.list": { method: "GET", path: "/v1/activity", scope: "full", resource: "activity" },
} as const satisfies RouteRows;

/** The routes of functions/api/files. */
export const FILES_ROUTES = {
  /** The token is the permission: anyone with the link can fetch the file. */
  "files.get": { method: "GET", path: "/v1/files/{token}", scope: "public", resource: "files" },
} as const satisfies RouteRows;

/** The routes of functions/api/openapi. */
export const OPENAPI_ROUTES = {
  "openapi.get": { method: "GET", path: "/v1/openapi.json", scope: "public", resource: "openapi" },
} as const satisfies RouteRows;
