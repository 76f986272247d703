/** Every number of the spec's Limits part, and those we fill in, in one place. Names tell units. */
export const LIMITS = {
  apiRequestsPerMinute: 600,
  eventPollsPerMinute: 60,
  idempotencyKeyMaxChars: 255,
  messagesPageDefault: 50,
  messagesPageMax: 100,
  eventsPageDefault: 50,
  eventsPageMax: 100,
  /** Events examined by one poll before it answers `has_more`. */
  eventsExaminedMax: 1_000,
  instancesPage: 15,
  instanceNameMaxChars: 100,
  externalRefMaxChars: 255,
  textMaxChars: 4_096,
  bodyMaxBytes: 6 * 1024 * 1024,
  jsonDepthMax: 20,
  webhookUrlMaxChars: 2_048,
  webhookChangesPerMinute: 6,
  webhookAnswerSec: 15,
  webhookPostsAtOnce: 2,
  replyWindowHours: 24,
  retentionDays: 30,
  idempotencyDays: 30,
  waitingMessagesPerInstance: 5_000,
  /** A message that waits for a connection is given up after this. */
  notConnectedHours: 24,
  /** No acknowledgement of the network's server: repeated once with the same id, then `no_receipt`. */
  acknowledgementSec: 60,
  scheduleDaysAhead: 30,
  linkAttemptIdleSec: 120,
  pollVisibleAfterMs: 2_000,
} as const;
