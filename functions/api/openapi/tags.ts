import type { RouteRow } from "../../../core/contracts/routes.ts";

/** A one-sentence description of each group of requests. */
export const TAGS: Record<RouteRow["resource"], string> = {
  instances: "Numbers that you link: add, link, stop and start them, and how they are protected.",
  profile: "What the network shows of a linked number.",
  contacts:
    "The people of a linked number: its address book, everybody it has or had a chat with, and exports of their data or of the whole account's.",
  labels: "Labels that sort an instance's chats; business phones have them too.",
  groups: "Groups that a linked number is in, and who is in them.",
  channels: "Channels of a linked number and those it follows; posts are sent as messages to their chat_id.",
  statuses: "Posts that a linked number shows for a day to people who saved it, and who has seen them.",
  broadcasts: "One message to many people who have written before, once to each, as slowly as a person would send it.",
  answers:
    "Automatic answers: a menu of numbered choices, an AI agent, an auto-reply; and the texts that a team saves for itself.",
  otps: "Confirm that somebody has a phone number: they send you a code, or you send them one.",
  messages: "Send messages, read them, and change them afterwards.",
  chats:
    "Conversations with people, groups and channels: what is new, who is waiting, the messages, and the team's notes.",
  webhook: "Where events are posted, for the account or for one instance, and what could not be delivered.",
  events: "The same events, polled by you.",
  activity: "Who changed what, when and from where.",
  files: "Files of messages and profiles, by their links.",
  openapi: "This description.",
};
