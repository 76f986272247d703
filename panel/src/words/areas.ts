/**
 * The panel's areas, each with a catalog of its own that loads with its pages. This is only a type, so it loads
 * nothing.
 */
export interface Areas {
  common: typeof import("./en/common.ts").words;
  overview: typeof import("./en/overview.ts").words;
  instances: typeof import("./en/instances.ts").words;
  link: typeof import("./en/link.ts").words;
  profile: typeof import("./en/profile.ts").words;
  protection: typeof import("./en/protection.ts").words;
  start: typeof import("./en/start.ts").words;
  chats: typeof import("./en/chats.ts").words;
  composer: typeof import("./en/composer.ts").words;
  teamwork: typeof import("./en/teamwork.ts").words;
  content: typeof import("./en/content.ts").words;
  statistics: typeof import("./en/statistics.ts").words;
  contacts: typeof import("./en/contacts.ts").words;
  bulk: typeof import("./en/bulk.ts").words;
  notes: typeof import("./en/notes.ts").words;
  drafts: typeof import("./en/drafts.ts").words;
  replies: typeof import("./en/replies.ts").words;
  groups: typeof import("./en/groups.ts").words;
  channels: typeof import("./en/channels.ts").words;
  otps: typeof import("./en/otps.ts").words;
  passkey: typeof import("./en/passkey.ts").words;
  statuses: typeof import("./en/statuses.ts").words;
  broadcasts: typeof import("./en/broadcasts.ts").words;
  answers: typeof import("./en/answers.ts").words;
  keys: typeof import("./en/keys.ts").words;
  webhooks: typeof import("./en/webhooks.ts").words;
  deliveries: typeof import("./en/deliveries.ts").words;
  activity: typeof import("./en/activity.ts").words;
  exports: typeof import("./en/exports.ts").words;
  usage: typeof import("./en/usage.ts").words;
  team: typeof import("./en/team.ts").words;
  me: typeof import("./en/me.ts").words;
  join: typeof import("./en/join.ts").words;
}

export type Area = keyof Areas;
