/** Every address of the panel, in one place. Ids are encoded: a chat's holds dots and at signs. */
export const paths = {
  start: () => "/start",
  instances: () => "/instances",
  instance: (instance: string) => `/instances/${encodeURIComponent(instance)}`,
  link: (instance: string) => `/instances/${encodeURIComponent(instance)}/link`,
  profile: (instance: string) => `/instances/${encodeURIComponent(instance)}/profile`,
  protection: (instance: string) => `/instances/${encodeURIComponent(instance)}/protection`,
  answers: (instance: string) => `/instances/${encodeURIComponent(instance)}/answers`,
  chats: () => "/chats",
  chat: (instance: string, chat: string) => `/chats/${encodeURIComponent(instance)}/${encodeURIComponent(chat)}`,
  drafts: () => "/drafts",
  groups: () => "/groups",
  group: (instance: string, group: string) => `/groups/${encodeURIComponent(instance)}/${encodeURIComponent(group)}`,
  broadcasts: () => "/broadcasts",
  newBroadcast: () => "/broadcasts/new",
  broadcast: (broadcast: string) => `/broadcasts/${encodeURIComponent(broadcast)}`,
  keys: () => "/developers/keys",
  webhooks: () => "/developers/webhooks",
  deliveries: () => "/developers/deliveries",
  activity: () => "/activity",
  usage: () => "/usage",
  team: () => "/team",
  me: () => "/me",
  join: () => "/join",
  openAccount: () => "/open-account",
} as const;

/** The provider's sign-in, which leads back to `to`. */
export const signInUrl = (to: string) => `/panel-api/session/sign-in?to=${encodeURIComponent(to)}`;
