/** Words for the overview, the first page. */
export const words = {
  title: "Overview",
  intro: "What needs your attention, and how today is going.",
  emptyTitle: "Nothing to show yet",
  emptyText:
    "Link a phone first. This page will then show who is waiting for an answer and how your numbers are doing.",
  toStart: "Getting started",
  troubles: "Needs attention",
  noTroubles: "Everything is working.",
  webhookFails:
    "Its webhook isn''t accepting events. {count, plural, one {# event is} other {# events are}} waiting for the next attempt.",
  webhookPaused:
    "Its webhook is paused. {count, plural, one {# event is} other {# events are}} being kept until it responds again.",
  messagesNear: "You're close to today's message limit.",
  messagesFull: "You've reached today's message limit. No new messages will be accepted until tomorrow (UTC).",
  requestsNear: "You're close to this month's request limit.",
  requestsFull: "You've reached this month's request limit. The API will reject further requests until next month.",
  waiting: "Waiting for an answer",
  waitingIntro: "People who wrote to you and haven't been answered, newest first.",
  noneWaits: "No one is waiting.",
  drafts: "{count, plural, one {# assistant draft is} other {# assistant drafts are}} waiting for your approval",
  allWaiting: "Show all in Chats",
  allWaitingCount: "Show all {count} in Chats",
  hidden: "Number hidden",
  today: "Today",
  todayIntro: "Messages for each number since midnight in its time zone, including those sent from its phone.",
  number: "Number",
  status: "Status",
  received: "Received",
  sent: "Sent",
  sum: "Total: {received} received, {sent} sent.",
} as const;
