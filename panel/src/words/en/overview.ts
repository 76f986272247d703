/** Words for the overview, the first page. */
export const words = {
  title: "Overview",
  intro: "What needs your attention, and how today is going.",
  emptyTitle: "Nothing to show yet",
  emptyText: "Link a phone first. This page then shows who waits for an answer and how your numbers are doing.",
  toStart: "First steps",
  troubles: "Needs attention",
  noTroubles: "Everything is working.",
  webhookFails:
    "Its webhook does not accept events. {count, plural, one {# event waits} other {# events wait}} for the next attempt.",
  webhookPaused:
    "Its webhook is paused. {count, plural, one {# event is kept} other {# events are kept}} until it answers again.",
  messagesNear: "Today's messages are nearly used up.",
  messagesFull: "Today's messages are used up. Nothing new is accepted until tomorrow (UTC).",
  requestsNear: "This month's requests are nearly used up.",
  requestsFull: "This month's requests are used up. The API refuses more until next month.",
  waiting: "Waiting for an answer",
  waitingIntro: "People who wrote and have not been answered, newest first.",
  noneWaits: "Nobody is waiting.",
  drafts:
    "{count, plural, one {# message from an assistant waits} other {# messages from assistants wait}} for your release",
  allWaiting: "Show all in Chats",
  allWaitingCount: "Show all {count} in Chats",
  hidden: "Hidden number",
  today: "Today",
  todayIntro: "Messages of each number since its own midnight, including those typed on its phone.",
  number: "Number",
  status: "Status",
  received: "Received",
  sent: "Sent",
  sum: "In all: {received} received, {sent} sent.",
} as const;
