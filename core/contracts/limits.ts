/** All limits from the spec's Limits section, plus our own. Each name includes its unit. */
export const LIMITS = {
  apiRequestsPerMinute: 600,
  eventPollsPerMinute: 60,
  idempotencyKeyMaxChars: 255,
  /** Our own limits for texts in requests, above any useful length. Longer texts are rejected without being parsed. */
  idMaxChars: 255,
  phoneMaxChars: 32,
  chatIdMaxChars: 80,
  cursorMaxChars: 300,
  timeMaxChars: 64,
  /**
   * Per-key limits for the tools of POST /mcp: the defaults, and the highest values allowed for a key. Our own limits:
   * docs/decisions/0122.
   */
  mcpSendsPerHour: 30,
  mcpSendsPerHourMax: 300,
  mcpFirstMessagesPerDay: 10,
  mcpFirstMessagesPerDayMax: 50,
  /**
   * How long an assistant's draft waits for approval by the team, and how many drafts an account can have. Our own
   * limits: docs/decisions/0124.
   */
  draftDays: 7,
  draftsMax: 100,
  /** The maximum size of a tool's response. */
  mcpAnswerMaxBytes: 20_000,
  timezoneMaxChars: 64,
  /** Longer than any emoji in use, including families and regional flags. */
  emojiMaxChars: 40,
  fileTokenMaxChars: 4_096,
  messagesPageDefault: 50,
  messagesPageMax: 100,
  chatsPage: 50,
  /** Only the newest 20,000 chats are listed, because each additional page would have to read the whole list again. */
  chatsPagesMax: 400,
  /** The highest page number, reachable only through links.next. */
  pageMax: 1_000_000,
  /** The maximum number of searches per minute for a key that has read more than `searchedFreely` people and groups. */
  chatSearchesPerMinute: 10,
  searchedFreely: 1_000,
  /**
   * How long an export's archive is stored, how many files it may contain, how long a file's address is valid, and how
   * many exports are listed per response. Rationale: docs/decisions/0235.
   */
  exportKeptDays: 7,
  exportFilesMax: 1_000,
  exportLinkSec: 3_600,
  exportsPageMax: 50,
  /** The maximum length of a chat note, and the number of notes per response. Rationale: docs/decisions/0217. */
  noteMaxChars: 2_000,
  notesPageDefault: 50,
  notesPageMax: 100,
  /** The maximum shortcut length, and how many saved replies an account can have. Our limits: docs/decisions/0221. */
  shortcutMaxChars: 32,
  savedRepliesMax: 200,
  savedRepliesPageMax: 100,
  historyPageDefault: 50,
  historyPageMax: 100,
  historyOffsetMax: 10_000,
  /** The maximum length of a chat's last message in lists. */
  chatBodyMaxChars: 200,
  eventsPageDefault: 50,
  eventsPageMax: 100,
  /** The number of events that a poll examines before it returns with `has_more`. */
  eventsExaminedMax: 1_000,
  /** How long a ticket for the event stream can be used. The stream's limits are our own: docs/decisions/0230. */
  streamTicketSec: 60,
  /** How long a stream connection lasts before it is closed and its client reconnects: API Gateway's own limit. */
  streamHours: 2,
  /** The number of events to read and send at a time. */
  streamPageEvents: 50,
  /** How often a ping is sent. */
  streamPingSec: 30,
  /** A connection that has been silent for this long is considered dead: it has missed two pings. */
  streamSilentSec: 75,
  /**
   * On AWS, where no pings are sent, a connection is reopened after being quiet for this long. This is short enough
   * that NAT devices along the way still remember the connection. API Gateway itself closes quiet connections only
   * after 10 minutes.
   */
  streamQuietSec: 300,
  /** How often a connection's permissions are checked and its events are read, even without any sign of a new event. */
  streamCheckSec: 10,
  /** A client is behind if it receives nothing for this long although there is something to send. */
  streamBehindAfterSec: 30,
  /** A connection younger than this counts as open, even if it isn't registered as open yet. */
  streamOpeningSec: 30,
  /** The largest frame accepted from a client. Clients have no reason to send any. */
  streamFrameMaxBytes: 1_024,
  instancesPage: 15,
  instanceNameMaxChars: 100,
  externalRefMaxChars: 255,
  keyNameMaxChars: 100,
  textMaxChars: 4_096,
  captionMaxChars: 1_024,
  /** The maximum decoded size of a file sent as base64. */
  fileDataMaxBytes: 4 * 1024 * 1024,
  /** The maximum length of a file sent as base64, including the padding. */
  fileDataMaxChars: Math.ceil((4 * 1024 * 1024) / 3) * 4,
  fileUrlMaxChars: 2_048,
  fileNameMaxChars: 255,
  mimetypeMaxChars: 255,
  /** The maximum size of a file fetched from a URL, by kind. */
  sentFileMaxBytes: {
    document: 100 * 1024 * 1024,
    video: 100 * 1024 * 1024,
    image: 16 * 1024 * 1024,
    audio: 16 * 1024 * 1024,
    sticker: 1024 * 1024,
  },
  receivedFileMaxBytes: 100 * 1024 * 1024,
  /** The total size of the files that an account may send per day (UTC). */
  sentFileBytesPerDay: 1024 * 1024 * 1024,
  pollNameMaxChars: 255,
  pollOptionsMin: 2,
  pollOptionsMax: 12,
  pollOptionMaxChars: 100,
  contactNameMaxChars: 255,
  locationTextMaxChars: 255,
  mentionsMax: 256,
  /** How many reactions are shown on a message, most recent first. */
  reactionsShownMax: 50,
  /** The votes shown on a poll: the most recent votes that fit into this many bytes of JSON. */
  votesShownMax: 50,
  votesShownMaxBytes: 16_000,
  editMinutes: 15,
  deleteDays: 2,
  bodyMaxBytes: 6 * 1024 * 1024,
  jsonDepthMax: 20,
  webhookUrlMaxChars: 2_048,
  /** The maximum length of a proxy's URL. Rationale: docs/decisions/0231. */
  proxyUrlMaxChars: 1_024,
  /** How many times a number's proxy may be tested in 24 hours (a UTC day). Rationale: docs/decisions/0231. */
  proxyTestsPerDay: 50,
  /** The maximum lengths of the name and value of a webhook's custom header. */
  headerNameMaxChars: 256,
  headerValueMaxChars: 4_096,
  webhookChangesPerMinute: 6,
  webhookAnswerSec: 15,
  webhookPostsAtOnce: 2,
  /** An endpoint that hasn't accepted anything for this long is paused. */
  webhookPauseAfterSec: 86_400,
  /** The time between two probes of a paused endpoint. */
  webhookProbeEverySec: 3_600,
  webhookSecretOverlapSec: 86_400,
  /** The minimum time between two tests of a webhook, and between two manual attempts on a paused webhook. */
  webhookTestEverySec: 60,
  deliveriesPageDefault: 50,
  deliveriesPageMax: 100,
  activityDays: 30,
  activityPageDefault: 50,
  activityPageMax: 100,
  /** How many activity log entries one request examines before it returns a `links.next`. */
  activityExaminedMax: 1_000,
  /** The precision with which a key's last use is recorded: it is written at most once in this period. */
  keyUseNotedEverySec: 600,
  replyWindowHours: 24,
  retentionDays: 30,
  /** How long the deletion of an account can be undone. Our own limit: docs/decisions/0233. */
  accountDeletionDays: 7,
  /** The shortest retention that an operator can set for an account. Our own limit: docs/decisions/0233. */
  retentionDaysMin: 1,
  /** Events are stored at least this long, which exceeds an event's ladder. Our own limit: docs/decisions/0233. */
  eventDaysMin: 2,
  /**
   * Finished broadcasts are stored for at least this long, because replies to them still count. Our own limit:
   * docs/decisions/0233.
   */
  broadcastDaysMin: 3,
  /** How much of each chat's history is stored when a phone is linked. */
  historyHoursBeforeLink: 24,
  idempotencyDays: 30,
  waitingMessagesPerInstance: 5_000,
  waitingFirstMessagesPerInstance: 500,
  /** A message fails after waiting this long for a connection. */
  notConnectedHours: 24,
  /** A send that isn't acknowledged in time is repeated once with the same id, then fails with `no_receipt`. */
  acknowledgementSec: 60,
  scheduleDaysAhead: 30,
  linkAttemptIdleSec: 120,
  /** How many pairing codes can be requested for an instance within `pairingCodesWithinSec`. */
  pairingCodes: 3,
  pairingCodesWithinSec: 600,
  pairingCodeChars: 8,
  /** The maximum length of each part of a browser's passkey response. Real parts are a few hundred characters long. */
  passkeyPartMaxChars: 4_096,
  /** How many numbers an instance can look up per local day. The limit is lower while its own number is new. */
  checksPerDay: 50,
  checksPerDayOfNewNumber: 20,
  /** How long the result of a lookup is reused. */
  checkKeptDays: 7,
  /** How long the known form of a number is used before the network is queried again. */
  numberFormKeptDays: 30,
  profileNameMaxChars: 25,
  profileAboutMaxChars: 139,
  callIdMaxChars: 255,
  /** The maximum length of a search term for chats and contacts. Not in the spec. */
  searchMaxChars: 100,
  contactsPageDefault: 50,
  contactsPageMax: 100,
  contactsOffsetMax: 20_000,
  /** The maximum length of a contact's saved name. */
  savedNameMaxChars: 100,
  /** The maximum number of chats that can be pinned on phones. */
  pinnedChatsMax: 3,
  muteDaysAhead: 366,
  /** How many of a chat's unread messages, newest first, get a read receipt when the chat is marked as read. */
  readReceiptsMax: 20,
  labelNameMaxChars: 100,
  /** The maximum number of labels per instance. */
  labelsMax: 100,
  /** The maximum number of labels per chat. */
  labelsOfChatMax: 20,
  /** How long the phone's version of a deleted label is remembered. */
  deletedLabelDays: 30,
  /** How long our copy of a contact's picture is used before it is fetched from the network again. */
  contactPictureKeptDays: 20,
  /** How many changes to saved names an instance accepts per local day, to protect its number. */
  contactSavesPerDay: 100,
  /**
   * The maximum number of rows per import, and of imported names per instance and local day. Imported names are not
   * saved on the phone.
   */
  contactImportMax: 500,
  contactImportsPerDay: 10_000,
  /**
   * The limits of a background import: the number of people, the length of the file, and how long its progress can be
   * read. They are followed by the maximum length of a column's name and the number of people in one part of a contacts
   * file. Our own limits: docs/decisions/0244.
   */
  contactsPerImport: 10_000,
  contactFileMaxChars: 4 * 1024 * 1024,
  contactImportKeptDays: 7,
  columnNameMaxChars: 200,
  contactFilePeople: 2_000,
  groupsPageDefault: 50,
  groupsPageMax: 100,
  groupsOffsetMax: 20_000,
  /** How long clients should wait before they request the groups of a newly linked number again. */
  groupsReadInSec: 5,
  groupSubjectMaxChars: 100,
  groupDescriptionMaxChars: 2_048,
  groupPictureMaxBytes: 5 * 1024 * 1024,
  /** The minimum length of the shorter side of a group picture. */
  groupPictureMinPx: 192,
  /** How many people a single request can remove from a group, promote, demote, approve or reject. */
  groupPeopleMax: 50,
  /** The maximum number of join requests shown at a time. Answered requests make room for others. Not in the spec. */
  joinRequestsShownMax: 500,
  /** How many people a single request can add to a new or existing group. */
  groupAddsMax: 20,
  /** The maximum length of an invite's link or code. Not in the spec. */
  inviteMaxChars: 255,
  channelNameMaxChars: 100,
  channelDescriptionMaxChars: 2_048,
  channelPostsDefault: 50,
  channelPostsMax: 100,
  /** The maximum length of a status's text or caption. The network sets no limit, so we chose this one. */
  statusTextMaxChars: 700,
  statusFontMax: 9,
  statusRecipientsMax: 500,
  /** The maximum length of a color, written as `#rrggbb`. */
  colorMaxChars: 7,
  /** A status without explicit recipients is sent to the people who wrote within this period. */
  statusAudienceDays: 30,
  /** How long a status is visible. */
  statusSeenHours: 24,
  /** A status that hasn't been sent within this time is dropped, because statuses are meant for the moment. */
  statusWaitsHours: 2,
  otpBrandMaxChars: 30,
  otpReferenceMaxChars: 100,
  /** The maximum length of a language tag. The longest tags in use are shorter. */
  otpLocaleMaxChars: 35,
  /** The maximum length of a code as people type it, including the separators between its digits. */
  otpGivenMaxChars: 64,
  otpExpiresMinSec: 60,
  otpExpiresMaxSec: 3_600,
  otpExpiresDefaultSec: 600,
  otpDigitsMin: 4,
  otpDigitsMax: 8,
  otpDigitsDefault: 6,
  otpLinkDigits: 8,
  /** How many attempts are allowed for entering the code of an OTP. */
  otpAttempts: 5,
  otpResendEverySec: 60,
  otpResends: 3,
  /** The maximum number of OTPs with the channel `code` that an account can create per phone and hour. */
  otpsPerPhoneHour: 5,
  /** The maximum number of OTPs with the channel `code` per phone and day. Our own limit: docs/decisions/0089. */
  otpsPerPhoneDay: 15,
  /** The maximum number of wrong codes per phone, across all its OTPs. Our own limit: docs/decisions/0089. */
  otpWrongCodesPerPhoneDay: 20,
  /** An account's verification rate is checked once it has sent this many codes in the current and previous hour. */
  otpsJudgedFrom: 50,
  /** The percentage of those codes that must be verified. Below it, an account can't create codes for a while. */
  otpsVerifiedPercentMin: 10,
  /** How long an account below that percentage can't create codes. Our own limits: docs/decisions/0089. */
  otpsPausedHours: 1,
  /** How long the code in an OTP link stays reserved after the link has expired or been used. */
  otpLinkKeptHours: 24,
  /** How long a broadcast may take from its start. Messages not sent by then are dropped. */
  broadcastDays: 60,
  /** Each person receives at most one broadcast message in this period. */
  broadcastEveryHours: 24,
  /** How long a broadcast is stored, along with its recipients and its file. */
  broadcastKeptDays: 120,
  /** How long a draft is stored if it is neither started nor changed. Our own limit: docs/decisions/0139. */
  broadcastDraftDays: 14,
  /** The age at which a broadcast's uploaded file is uploaded again. */
  broadcastFileDays: 5,
  broadcastPeopleMax: 10_000,
  /** How many people are examined per audience. If there are more, the audience may be incomplete. Our own limit. */
  broadcastCandidatesMax: 100_000,
  /** For `recent`: the maximum number of days, and the default. */
  broadcastRecentDaysMax: 365,
  broadcastRecentDays: 30,
  broadcastsPage: 20,
  broadcastsPagesMax: 1_000,
  broadcastNameMaxChars: 100,
  /** How many of the people left out are listed by name. */
  broadcastSample: 20,
  /** Maximums: placeholders per text, characters per placeholder name, and bytes of one person's values. */
  broadcastFieldsMax: 20,
  broadcastFieldNameMaxChars: 40,
  broadcastFieldsMaxBytes: 1_024,
  /** The maximum length of a phone number in a request. Impossible numbers are left out, not refused. */
  broadcastPhoneMaxChars: 40,
  broadcastRecipientsPageMax: 100,
  broadcastRecipientsPage: 50,
  pollVisibleAfterMs: 2_000,
  /**
   * An event is committed at most this long after the time in its id, by the table's clock. The rest of
   * `pollVisibleAfterMs` allows for the request in flight.
   */
  eventCommittedWithinMs: 1_000,
} as const;
