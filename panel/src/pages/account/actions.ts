import type { ActivityAction } from "../../../../core/contracts/activity.ts";

/** The areas of the product that actions belong to. */
export type ActionArea =
  | "account"
  | "team"
  | "keys"
  | "numbers"
  | "contacts"
  | "groups"
  | "chats"
  | "channels"
  | "broadcasts"
  | "answers"
  | "otps"
  | "webhooks";

/** Every action in the activity log with its area, in the order in which the filter offers them. */
export const AREA_OF_ACTION = {
  "account.created": "account",
  "account.changed": "account",
  "account.suspended": "account",
  "account.resumed": "account",
  "account.deletion_asked": "account",
  "account.deletion_undone": "account",
  "plan.changed": "account",
  "member.joined": "team",
  "member.role_changed": "team",
  "member.removed": "team",
  "invite.created": "team",
  "invite.withdrawn": "team",
  "key.created": "keys",
  "key.revoked": "keys",
  "instance.created": "numbers",
  "instance.changed": "numbers",
  "instance.stopped": "numbers",
  "instance.started": "numbers",
  "instance.restarted": "numbers",
  "instance.logged_out": "numbers",
  "instance.pairing_code_made": "numbers",
  "instance.passkey_given": "numbers",
  "instance.profile_changed": "numbers",
  "instance.deleted": "numbers",
  "instance.warm_up_raised": "numbers",
  "instance.warm_up_lowered": "numbers",
  "instance.restricted": "numbers",
  "instance.restriction_ended": "numbers",
  "contact.imported": "contacts",
  "contact.changed": "contacts",
  "contact.blocked": "contacts",
  "contact.unblocked": "contacts",
  "contact.erased": "contacts",
  "export.created": "account",
  "group.created": "groups",
  "group.members_added": "groups",
  "group.members_removed": "groups",
  "group.members_promoted": "groups",
  "group.members_demoted": "groups",
  "group.changed": "groups",
  "group.invite_revoked": "groups",
  "group.joined": "groups",
  "group.left": "groups",
  "group.requests_approved": "groups",
  "group.requests_rejected": "groups",
  "chat.labels_changed": "chats",
  "chat.changed": "chats",
  "chat.deleted": "chats",
  "note.created": "chats",
  "note.changed": "chats",
  "note.deleted": "chats",
  "saved_reply.created": "chats",
  "saved_reply.changed": "chats",
  "saved_reply.deleted": "chats",
  "label.created": "chats",
  "label.changed": "chats",
  "label.deleted": "chats",
  "channel.created": "channels",
  "channel.changed": "channels",
  "channel.deleted": "channels",
  "channel.followed": "channels",
  "channel.unfollowed": "channels",
  "status.deleted": "channels",
  "broadcast.created": "broadcasts",
  "broadcast.changed": "broadcasts",
  "broadcast.started": "broadcasts",
  "broadcast.paused": "broadcasts",
  "broadcast.resumed": "broadcasts",
  "broadcast.cancelled": "broadcasts",
  "agent.changed": "answers",
  "agent.failed": "answers",
  "menu.changed": "answers",
  "auto_reply.changed": "answers",
  "automation.loop_stopped": "answers",
  "otp.cancelled": "otps",
  "otp.creation_paused": "otps",
  "message.changed": "chats",
  "message.deleted": "chats",
  "draft.released": "chats",
  "draft.discarded": "chats",
  "webhook.changed": "webhooks",
  "webhook.secret_replaced": "webhooks",
  "webhook.tested": "webhooks",
  "webhook.tried": "webhooks",
  "webhook.event_resent": "webhooks",
  "webhook.paused": "webhooks",
  "webhook.resumed": "webhooks",
} as const satisfies Record<ActivityAction, ActionArea>;

/** An action that has texts in this panel. */
export type KnownAction = keyof typeof AREA_OF_ACTION;

/** The actions, in the order in which the filter offers them. */
export const KNOWN_ACTIONS = Object.keys(AREA_OF_ACTION) as KnownAction[]; // Object.keys loses the key type

/** Whether this panel recognizes the action. A newer gateway may record other actions. */
export const isKnownAction = (action: string): action is KnownAction => Object.hasOwn(AREA_OF_ACTION, action);
