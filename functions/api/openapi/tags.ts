import type { RouteRow } from "../../../core/contracts/routes.ts";

/** One sentence on each group of requests. */
export const TAGS: Record<RouteRow["resource"], string> = {
  instances: "Numbers that you link: add, link, stop and start them, and how they are protected.",
  profile: "What the network shows of a linked number.",
  contacts: "The people of a linked number: its address book, and whoever it has or had a chat with.",
  labels: "Labels that sort an instance's chats; a business phone has them, too.",
  groups: "Groups that a linked number is in, and who is in them.",
  channels: "Channels of a linked number and those it follows; posts are sent as messages to their chat_id.",
  statuses: "What a linked number shows for a day to those who saved it, and who has seen it.",
  broadcasts: "One message to many people who wrote before, each of them once, as slowly as a person would.",
  answers: "What answers people by itself: a menu of numbered choices, an AI agent, an auto-reply.",
  otps: "Confirm that somebody has a phone number: they send you a code, or you send them one.",
  messages: "Send messages, read them, and change them afterwards.",
  chats: "Conversations with people, groups and channels: what is new, who waits, and what was written.",
  webhook: "Where events are posted, for the account or for one instance, and what could not be delivered.",
  events: "The same events, fetched by you.",
  activity: "Who changed what, when and from where.",
  files: "Files of messages and profiles, by the links that these carry.",
  openapi: "This description.",
};
