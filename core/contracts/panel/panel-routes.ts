import type { RouteId } from "../routes.ts";
import type { Role } from "./roles.ts";

/** The path prefix of the panel's API, which doesn't accept API keys. */
export const PANEL_API = "/panel-api";

/** One of the panel's own routes. */
export interface PanelRouteRow {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below `PANEL_API`. */
  path: string;
  /**
   * The lowest role required in the current account. `signed_in` means anyone with a session, even without an account.
   */
  role: Role | "signed_in";
  /** Whether the route sends something, in which case it is refused once the trial has ended. */
  notAfterTrial?: true;
  /**
   * Accepts sessions that expired up to `PANEL_LIMITS.believedMinutes` ago. The response therefore contains none of the
   * account's data, and the request doesn't count as use of the session.
   */
  onBelief?: true;
}

/** The panel's own routes. They can change whenever the panel does, because no customer's system calls them. */
export const PANEL_ROUTES = {
  "panel.me": { method: "GET", path: "/me", role: "signed_in" },
  "panel.me.update": { method: "PATCH", path: "/me", role: "signed_in" },
  "panel.me.choose_account": { method: "POST", path: "/me/account", role: "signed_in" },
  "panel.sessions.list": { method: "GET", path: "/me/sessions", role: "signed_in" },
  "panel.sessions.end_others": { method: "DELETE", path: "/me/sessions", role: "signed_in" },
  "panel.sessions.end": { method: "DELETE", path: "/me/sessions/{id}", role: "signed_in" },
  "panel.accounts.open": { method: "POST", path: "/accounts", role: "signed_in" },
  "panel.account.get": { method: "GET", path: "/account", role: "viewer" },
  "panel.account.update": { method: "PATCH", path: "/account", role: "admin" },
  "panel.usage": { method: "GET", path: "/usage", role: "viewer" },
  "panel.traffic": { method: "GET", path: "/traffic", role: "viewer" },
  "panel.figures": { method: "GET", path: "/figures", role: "viewer" },
  "panel.members.list": { method: "GET", path: "/members", role: "viewer" },
  "panel.members.update": { method: "PATCH", path: "/members/{user}", role: "admin" },
  /** Admins can remove anyone. All others can remove only themselves. */
  "panel.members.remove": { method: "DELETE", path: "/members/{user}", role: "viewer" },
  "panel.invites.list": { method: "GET", path: "/invites", role: "admin" },
  "panel.invites.create": { method: "POST", path: "/invites", role: "admin" },
  "panel.invites.accept": { method: "POST", path: "/invites/accept", role: "signed_in" },
  "panel.invites.withdraw": { method: "DELETE", path: "/invites/{id}", role: "admin" },
  "panel.invites.send": { method: "POST", path: "/invites/{id}/send", role: "admin" },
  "panel.keys.list": { method: "GET", path: "/keys", role: "admin" },
  "panel.keys.create": { method: "POST", path: "/keys", role: "admin" },
  "panel.keys.revoke": { method: "DELETE", path: "/keys/{id}", role: "admin" },
  "panel.event_list.get": { method: "GET", path: "/event-list", role: "admin" },
  "panel.event_list.update": { method: "PATCH", path: "/event-list", role: "admin" },
  "panel.webhooks.list": { method: "GET", path: "/webhooks", role: "admin" },
  /** An event's body and the attempts to deliver it. */
  "panel.deliveries.get": { method: "GET", path: "/deliveries/{event_id}", role: "admin" },
  "panel.protection_days": { method: "GET", path: "/instances/{id}/protection-days", role: "viewer" },
  /** A phone number's newest one-time codes, without the codes themselves. */
  "panel.otps": { method: "GET", path: "/instances/{id}/otps", role: "viewer" },
  /** The chat with a phone number, or the reason why no such chat is possible. */
  "panel.new_chat": { method: "GET", path: "/instances/{id}/new-chat", role: "viewer" },
  /** Messages from assistants that are waiting for a user's approval. */
  "panel.drafts.list": { method: "GET", path: "/drafts", role: "viewer" },
  "panel.drafts.release": { method: "POST", path: "/drafts/{id}/release", role: "member", notAfterTrial: true },
  "panel.drafts.discard": { method: "DELETE", path: "/drafts/{id}", role: "member" },
  /** The link preview that a number would send. */
  "panel.link_preview": { method: "POST", path: "/link-preview", role: "member", notAfterTrial: true },
  "panel.uploads.create": { method: "POST", path: "/uploads", role: "member" },
  "panel.live": { method: "GET", path: "/live", role: "viewer" },
  /** Shows colleagues that an answer is being written. */
  "panel.answering": { method: "POST", path: "/answering", role: "member" },
  /** The chats the user should be notified of, and how many people are waiting for an answer. */
  "panel.news": { method: "GET", path: "/news", role: "viewer" },
  /** Whether there is anything new. Hidden tabs also poll this route. */
  "panel.quiet": { method: "GET", path: "/quiet", role: "viewer", onBelief: true },
} as const satisfies Record<string, PanelRouteRow>;

export type PanelRouteId = keyof typeof PANEL_ROUTES;

/**
 * The API routes that the panel also serves, under `PANEL_API`, and the lowest role allowed for each. Null means not
 * served. If a route is missing from this table, the code doesn't compile.
 */
export const MOUNTED_ROUTES = {
  "instances.list": "viewer",
  "instances.create": "admin",
  "instances.get": "viewer",
  "instances.update": "admin",
  "instances.delete": "admin",
  "instances.qr": "member",
  "instances.stop": "member",
  "instances.start": "member",
  "instances.restart": "member",
  "instances.logout": "member",
  "instances.pairing_code": "member",
  "instances.passkey": "member",
  "instances.sign_passkey": "member",
  "instances.check": "member",
  "instances.test_proxy": "admin",
  "instances.reject_call": "member",
  "profile.get": "viewer",
  "profile.update": "member",
  "contacts.list": "viewer",
  "contacts.get": "viewer",
  "contacts.import": "member",
  "contacts.start_import": null,
  "contacts.get_import": null,
  "contacts.export": null,
  "contacts.change": "member",
  "contacts.erase": "admin",
  "exports.create": "admin",
  "exports.list": "admin",
  "exports.get": "admin",
  "contacts.block": "member",
  "contacts.unblock": "member",
  "labels.list": "viewer",
  "labels.chats": "viewer",
  "labels.create": "member",
  "labels.update": "member",
  "labels.delete": "member",
  "groups.list": "viewer",
  "groups.create": "member",
  "groups.preview": "viewer",
  "groups.get": "viewer",
  "groups.change": "member",
  "groups.add_members": "member",
  "groups.remove_members": "member",
  "groups.promote_members": "member",
  "groups.demote_members": "member",
  "groups.invite": "member",
  "groups.revoke_invite": "member",
  "groups.join": "member",
  "groups.leave": "member",
  "groups.requests": "viewer",
  "groups.approve_requests": "member",
  "groups.reject_requests": "member",
  "channels.list": "viewer",
  "channels.create": "member",
  "channels.preview": "viewer",
  "channels.get": "viewer",
  "channels.update": "member",
  "channels.delete": "member",
  "channels.follow": "member",
  "channels.unfollow": "member",
  "channels.messages": "viewer",
  "ai_agent.get": "viewer",
  /** Only an admin may change the agent's API key. */
  "ai_agent.change": "member",
  "menu.get": "viewer",
  "menu.replace": "member",
  "auto_reply.get": "viewer",
  "auto_reply.change": "member",
  "automations.try": "member",
  "statuses.list": "viewer",
  "statuses.post": "member",
  "statuses.delete": "member",
  "statuses.get": "viewer",
  "otps.create": null,
  "otps.get": "viewer",
  "otps.delete": null,
  "otps.check": null,
  "otps.resend": null,
  "messages.list": "viewer",
  "messages.send": "member",
  "messages.get": "viewer",
  "messages.change": "member",
  "messages.delete": "member",
  "messages.react": "member",
  "messages.unreact": "member",
  "messages.mark_read": "member",
  "messages.forward": "member",
  "broadcasts.list": "viewer",
  "broadcasts.create": "member",
  "broadcasts.get": "viewer",
  "broadcasts.change": "member",
  "broadcasts.cancel": "member",
  "broadcasts.recipients": "viewer",
  "broadcasts.start": "member",
  "broadcasts.pause": "member",
  "broadcasts.resume": "member",
  "chats.list": "viewer",
  "chats.set_labels": "member",
  "chats.get": "viewer",
  "chats.history": "viewer",
  "chats.change": "member",
  "chats.delete": "member",
  "chats.read": "member",
  "chats.typing": "member",
  "notes.list": "viewer",
  "notes.create": "member",
  "notes.update": "member",
  /** Only an admin may delete another user's note. */
  "notes.delete": "member",
  /** Not served: the panel has its own list, which includes email addresses. */
  "members.list": null,
  "saved_replies.list": "viewer",
  "saved_replies.create": "member",
  "saved_replies.update": "member",
  "saved_replies.delete": "member",
  "webhook.get": "admin",
  "webhook.update": "admin",
  "webhook.rotate_secret": "admin",
  "webhook.test": "admin",
  "webhook.try": "admin",
  "webhook.deliveries": "admin",
  "webhook.resend": "admin",
  "instance_webhook.get": "admin",
  "instance_webhook.update": "admin",
  "instance_webhook.rotate_secret": "admin",
  "instance_webhook.test": "admin",
  "instance_webhook.try": "admin",
  "events.list": null,
  "events.create_stream_ticket": null,
  "activity.list": "admin",
  "files.get": null,
  "openapi.get": null,
} as const satisfies Record<RouteId, Role | null>;
