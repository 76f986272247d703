/** All numbers in the spec's Limits part, and our own, in one place. Names contain the units. */
export const LIMITS = {
  apiRequestsPerMinute: 600,
  eventPollsPerMinute: 60,
  idempotencyKeyMaxChars: 255,
  /** Our own limits for texts in requests, above any useful length; longer ones are refused unread. */
  idMaxChars: 255,
  phoneMaxChars: 32,
  chatIdMaxChars: 80,
  cursorMaxChars: 300,
  timeMaxChars: 64,
  /**
   * Limits of the tools of POST /mcp for one key: the defaults, and the maximum a key may have. Ours:
   * docs/decisions/0122.
   */
  mcpSendsPerHour: 30,
  mcpSendsPerHourMax: 300,
  mcpFirstMessagesPerDay: 10,
  mcpFirstMessagesPerDayMax: 50,
  /**
   * How long an assistant's draft waits for someone on the team, and how many an account can have. Ours:
   * docs/decisions/0124.
   */
  draftDays: 7,
  draftsMax: 100,
  /** For one tool's answer. */
  mcpAnswerMaxBytes: 20_000,
  timezoneMaxChars: 64,
  /** Even the longest emoji in use (families, regional flags) are shorter. */
  emojiMaxChars: 40,
  fileTokenMaxChars: 4_096,
  messagesPageDefault: 50,
  messagesPageMax: 100,
  chatsPage: 50,
  /** Deeper pages would read the whole list each time, so only the newest 20,000 chats are listed. */
  chatsPagesMax: 400,
  /** The highest page number, reachable only through links.next. */
  pageMax: 1_000_000,
  /** Searches per minute with one key once they read more than `searchedFreely` people and groups. */
  chatSearchesPerMinute: 10,
  searchedFreely: 1_000,
  /**
   * How long an export's archive is kept, how many files it can have, how long an address of one works, and how many
   * exports are in one answer. Ours: docs/decisions/0235.
   */
  exportKeptDays: 7,
  exportFilesMax: 1_000,
  exportLinkSec: 3_600,
  exportsPageMax: 50,
  /** A note in a chat, and the notes in one answer. Ours: docs/decisions/0217. */
  noteMaxChars: 2_000,
  notesPageDefault: 50,
  notesPageMax: 100,
  /** A saved reply's shortcut, and an account's saved replies. Ours: docs/decisions/0221. */
  shortcutMaxChars: 32,
  savedRepliesMax: 200,
  savedRepliesPageMax: 100,
  historyPageDefault: 50,
  historyPageMax: 100,
  historyOffsetMax: 10_000,
  /** For a chat's last message in lists. */
  chatBodyMaxChars: 200,
  eventsPageDefault: 50,
  eventsPageMax: 100,
  /** Events one poll examines before it answers `has_more`. */
  eventsExaminedMax: 1_000,
  /** How long a ticket for the stream of events can be used. Our numbers on the stream: docs/decisions/0230. */
  streamTicketSec: 60,
  /** A connection to the stream ends after this time, and its client connects again: API Gateway's limit. */
  streamHours: 2,
  /** Events are read and sent in pages of this size. */
  streamPageEvents: 50,
  /** How often a ping is sent. */
  streamPingSec: 30,
  /** A connection on which nothing has come for this long is dead: two pings are missing. */
  streamSilentSec: 75,
  /**
   * The same on AWS, where no pings are sent: a quiet connection is opened again this often, before address translators
   * on the way forget it, and before API Gateway ends it after 10 minutes.
   */
  streamQuietSec: 300,
  /** How often a connection's rights are checked, and its events read, without any sign of a new one. */
  streamCheckSec: 10,
  /** A client that takes nothing for this long, while there is something for it, is behind. */
  streamBehindAfterSec: 30,
  /** A connection younger than this counts as open, though it may not be known as open yet. */
  streamOpeningSec: 30,
  /** The largest frame that is read from a client, which has nothing to send. */
  streamFrameMaxBytes: 1_024,
  instancesPage: 15,
  instanceNameMaxChars: 100,
  externalRefMaxChars: 255,
  keyNameMaxChars: 100,
  textMaxChars: 4_096,
  captionMaxChars: 1_024,
  /** The maximum size of a file sent as base64, decoded. */
  fileDataMaxBytes: 4 * 1024 * 1024,
  /** The same as base64, with its padding. */
  fileDataMaxChars: Math.ceil((4 * 1024 * 1024) / 3) * 4,
  fileUrlMaxChars: 2_048,
  fileNameMaxChars: 255,
  mimetypeMaxChars: 255,
  /** Size of a file fetched from an address, by kind. */
  sentFileMaxBytes: {
    document: 100 * 1024 * 1024,
    video: 100 * 1024 * 1024,
    image: 16 * 1024 * 1024,
    audio: 16 * 1024 * 1024,
    sticker: 1024 * 1024,
  },
  receivedFileMaxBytes: 100 * 1024 * 1024,
  /** Files an account may send in a day (UTC). */
  sentFileBytesPerDay: 1024 * 1024 * 1024,
  pollNameMaxChars: 255,
  pollOptionsMin: 2,
  pollOptionsMax: 12,
  pollOptionMaxChars: 100,
  contactNameMaxChars: 255,
  locationTextMaxChars: 255,
  mentionsMax: 256,
  /** Reactions that a message shows: the most recent ones. */
  reactionsShownMax: 50,
  /** Votes that a poll shows: the most recent ones that fit into this many bytes of JSON. */
  votesShownMax: 50,
  votesShownMaxBytes: 16_000,
  editMinutes: 15,
  deleteDays: 2,
  bodyMaxBytes: 6 * 1024 * 1024,
  jsonDepthMax: 20,
  webhookUrlMaxChars: 2_048,
  /** Our choice: docs/decisions/0231. */
  proxyUrlMaxChars: 1_024,
  /** How often a number's proxy may be tried in 24 hours (UTC day). Our choice: docs/decisions/0231. */
  proxyTestsPerDay: 50,
  /** For a webhook's own header. */
  headerNameMaxChars: 256,
  headerValueMaxChars: 4_096,
  webhookChangesPerMinute: 6,
  webhookAnswerSec: 15,
  webhookPostsAtOnce: 2,
  /** An endpoint that accepts nothing for this long is paused. */
  webhookPauseAfterSec: 86_400,
  /** Interval between probes of a paused endpoint. */
  webhookProbeEverySec: 3_600,
  webhookSecretOverlapSec: 86_400,
  /** Interval between tests of a webhook, and between manual attempts on a paused one. */
  webhookTestEverySec: 60,
  deliveriesPageDefault: 50,
  deliveriesPageMax: 100,
  activityDays: 30,
  activityPageDefault: 50,
  activityPageMax: 100,
  /** Activity-log lines one request examines before it answers with a `links.next`. */
  activityExaminedMax: 1_000,
  /** Precision of a key's last use: at most one write per key in this time. */
  keyUseNotedEverySec: 600,
  replyWindowHours: 24,
  retentionDays: 30,
  /** How long the deletion of an account can be undone. Our number: docs/decisions/0233. */
  accountDeletionDays: 7,
  /** The least that an operator can set for an account. Our number: docs/decisions/0233. */
  retentionDaysMin: 1,
  /** Events are kept at least this long: longer than an event's ladder. Our number: docs/decisions/0233. */
  eventDaysMin: 2,
  /** Finished broadcasts are kept at least this long, while answers count. Our number: docs/decisions/0233. */
  broadcastDaysMin: 3,
  /** How much of a chat's past is kept when a phone is linked. */
  historyHoursBeforeLink: 24,
  idempotencyDays: 30,
  waitingMessagesPerInstance: 5_000,
  waitingFirstMessagesPerInstance: 500,
  /** A message that waits for a connection is given up after this long. */
  notConnectedHours: 24,
  /** Without the network's acknowledgement, a send is repeated once with the same id, then fails with `no_receipt`. */
  acknowledgementSec: 60,
  scheduleDaysAhead: 30,
  linkAttemptIdleSec: 120,
  /** Codes to type on a phone that an instance may ask for within `pairingCodesWithinSec`. */
  pairingCodes: 3,
  pairingCodesWithinSec: 600,
  pairingCodeChars: 8,
  /** Browsers' answers have parts of a few hundred characters. */
  passkeyPartMaxChars: 4_096,
  /** Look-ups of numbers on the network per instance and local day; fewer while the instance's number is new. */
  checksPerDay: 50,
  checksPerDayOfNewNumber: 20,
  /** How long the answer of a look-up is reused. */
  checkKeptDays: 7,
  /** How long a form of a number named by the network is used without a new query. */
  numberFormKeptDays: 30,
  profileNameMaxChars: 25,
  profileAboutMaxChars: 139,
  callIdMaxChars: 255,
  /** For a search in chats and contacts; our own limit. */
  searchMaxChars: 100,
  contactsPageDefault: 50,
  contactsPageMax: 100,
  contactsOffsetMax: 20_000,
  /** For a contact's saved name. */
  savedNameMaxChars: 100,
  /** Chats that phones keep at the top of the list. */
  pinnedChatsMax: 3,
  muteDaysAhead: 366,
  /** How many of a chat's newest unread messages get a read receipt when it is read. */
  readReceiptsMax: 20,
  labelNameMaxChars: 100,
  /** Live labels on an instance. */
  labelsMax: 100,
  /** Labels on one chat. */
  labelsOfChatMax: 20,
  /** How long the phone's version of a label is remembered after the label was deleted. */
  deletedLabelDays: 30,
  /** How long our copy of a contact's picture is shown before the network is queried again. */
  contactPictureKeptDays: 20,
  /** Changes to saved names that an instance accepts per local day, to protect its number. */
  contactSavesPerDay: 100,
  /** Rows of one import, and names that an instance can import per local day; they are not saved on the phone. */
  contactImportMax: 500,
  contactImportsPerDay: 10_000,
  groupsPageDefault: 50,
  groupsPageMax: 100,
  groupsOffsetMax: 20_000,
  /** How long to wait before asking again for the groups of a newly linked number, which should be known by then. */
  groupsReadInSec: 5,
  groupSubjectMaxChars: 100,
  groupDescriptionMaxChars: 2_048,
  groupPictureMaxBytes: 5 * 1024 * 1024,
  /** The shorter side of a group's picture. */
  groupPictureMinPx: 192,
  /** People whom one request can remove from a group, promote, demote, approve or reject. */
  groupPeopleMax: 50,
  /** Requests to join a group shown at once; answered ones make room. Our own limit. */
  joinRequestsShownMax: 500,
  /** People whom one request adds to a group, new or not. */
  groupAddsMax: 20,
  /** For an invite's link or code; our own limit. */
  inviteMaxChars: 255,
  channelNameMaxChars: 100,
  channelDescriptionMaxChars: 2_048,
  channelPostsDefault: 50,
  channelPostsMax: 100,
  /** For a status: its text or caption; our own limit, because the network has none. */
  statusTextMaxChars: 700,
  statusFontMax: 9,
  statusRecipientsMax: 500,
  /** `#rrggbb`. */
  colorMaxChars: 7,
  /** A status without recipients goes to the people who wrote within this time. */
  statusAudienceDays: 30,
  /** A status is visible for this long. */
  statusSeenHours: 24,
  /** A status not sent by then is given up, because it is about the moment. */
  statusWaitsHours: 2,
  otpBrandMaxChars: 30,
  otpReferenceMaxChars: 100,
  /** For a language tag; the longest ones in use are shorter. */
  otpLocaleMaxChars: 35,
  /** For a code as typed, including what people put between its digits. */
  otpGivenMaxChars: 64,
  otpExpiresMinSec: 60,
  otpExpiresMaxSec: 3_600,
  otpExpiresDefaultSec: 600,
  otpDigitsMin: 4,
  otpDigitsMax: 8,
  otpDigitsDefault: 6,
  otpLinkDigits: 8,
  /** Codes that may be given for one OTP. */
  otpAttempts: 5,
  otpResendEverySec: 60,
  otpResends: 3,
  /** OTPs by code for one phone on an account. */
  otpsPerPhoneHour: 5,
  /** Our own limit: docs/decisions/0089. */
  otpsPerPhoneDay: 15,
  /** Wrong codes over all OTPs for one phone. Our own limit: docs/decisions/0089. */
  otpWrongCodesPerPhoneDay: 20,
  /** Of this many codes in this hour and the one before … */
  otpsJudgedFrom: 50,
  /** … this percentage must be verified, otherwise an account can create none … */
  otpsVerifiedPercentMin: 10,
  /** … for this long. Our own limits: docs/decisions/0089. */
  otpsPausedHours: 1,
  /** How long an ended link's code stays reserved. */
  otpLinkKeptHours: 24,
  /** From the start; messages not sent by then are given up. */
  broadcastDays: 60,
  /** Nobody gets two broadcast messages within this time. */
  broadcastEveryHours: 24,
  /** A broadcast, its people and its file. */
  broadcastKeptDays: 120,
  /** A draft that nobody starts or changes. Our own limit: docs/decisions/0139. */
  broadcastDraftDays: 14,
  /** A broadcast's uploaded file is uploaded again after this. */
  broadcastFileDays: 5,
  broadcastPeopleMax: 10_000,
  /** People examined for an audience; a larger audience may miss some. Our own limit. */
  broadcastCandidatesMax: 100_000,
  /** For `recent`: the maximum number of days, and the default. */
  broadcastRecentDaysMax: 365,
  broadcastRecentDays: 30,
  broadcastsPage: 20,
  broadcastsPagesMax: 1_000,
  broadcastNameMaxChars: 100,
  /** How many of the people left out are named. */
  broadcastSample: 20,
  /** Placeholders in one text, the length of a name, and the bytes of one person's values. */
  broadcastFieldsMax: 20,
  broadcastFieldNameMaxChars: 40,
  broadcastFieldsMaxBytes: 1_024,
  /** For a number as given: an impossible one is left out, not refused. */
  broadcastPhoneMaxChars: 40,
  broadcastRecipientsPageMax: 100,
  broadcastRecipientsPage: 50,
  pollVisibleAfterMs: 2_000,
  /**
   * No event is committed with an older id, by the table's clock. The rest of `pollVisibleAfterMs` is for the request
   * on its way.
   */
  eventCommittedWithinMs: 1_000,
} as const;
