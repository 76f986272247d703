import type { RouteRow } from "../../../core/contracts/route-tables.ts";

/** A one-sentence description of each group of requests. */
export const TAGS: Record<RouteRow["resource"], string> = {
  instances: "The numbers that you link. Add, link, stop and start them, and see how they are protected.",
  profile: "The public profile of a linked number on the network.",
  contacts:
    "The contacts of a linked number: its address book, everyone it has had a chat with, and exports of their data or of the whole account's data.",
  labels: "Labels that organize an instance's chats. Business phones have the same labels.",
  groups: "The groups that a linked number is in, and their members.",
  channels: "The channels that a linked number owns or follows. To post to a channel, send a message to its chat_id.",
  statuses: "Posts that a linked number shows for a day to people who have saved it, and how many have seen them.",
  broadcasts:
    "One message to many people who have written before. Each person gets it once, sent at the pace of a human.",
  answers:
    "Automatic answers, which are a menu of numbered choices, an AI agent and an auto-reply, as well as the replies that a team has saved.",
  otps: "Confirm that someone owns a phone number. Either they send you a code, or you send them one.",
  messages: "Send messages, read them, and change them afterwards.",
  chats:
    "Conversations with people, groups and channels: what is new, who is waiting, the messages, and the team's notes.",
  webhook:
    "The address that events are posted to, for the account or for one instance, and the events that could not be delivered.",
  events: "The same events, fetched by polling.",
  activity: "A log of who changed what, when and from where.",
  files: "The files of messages and profiles, fetched by their links.",
  openapi: "This API description.",
};
