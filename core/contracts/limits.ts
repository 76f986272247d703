/** All numbers from the Limits part of the spec, and our own, in one place. The names contain the units. */
export const LIMITS = {
  apiRequestsPerMinute: 600,
  eventPollsPerMinute: 60,
  idempotencyKeyMaxChars: 255,
  /** Our own limits for texts in requests, above any useful length; longer texts are refused unread. */
  idMaxChars: 255,
  phoneMaxChars: 32,
  chatIdMaxChars: 80,
  cursorMaxChars: 300,
  timeMaxChars: 64,
  /**
   * Limits for the tools of POST /mcp per key: the defaults, and the highest values that a key may have. Our own:
   * docs/decisions/0122.
   */
  mcpSendsPerHour: 30,
  mcpSendsPerHourMax: 300,
  mcpFirstMessagesPerDay: 10,
  mcpFirstMessagesPerDayMax: 50,
  /**
   * How long an assistant's draft waits for someone on the team, and how many drafts an account can have. Our own:
   * docs/decisions/0124.
   */
  draftDays: 7,
  draftsMax: 100,
  /** The size of one tool's answer. */
  mcpAnswerMaxBytes: 20_000,
  timezoneMaxChars: 64,
  /** Longer than any emoji in use, including families and regional flags. */
  emojiMaxChars: 40,
  fileTokenMaxChars: 4_096,
  messagesPageDefault: 50,
  messagesPageMax: 100,
  chatsPage: 50,
  /** Each deeper page would have to read the whole list again, so only the newest 20,000 chats are listed. */
  chatsPagesMax: 400,
  /** The highest page number, reachable only through links.next. */
  pageMax: 1_000_000,
  /** Searches per minute with one key, once they have read more than `searchedFreely` people and groups. */
  chatSearchesPerMinute: 10,
  searchedFreely: 1_000,
  /**
   * How long an export's archive is kept, how many files it can have, how long the address of a file works, and how
   * many exports one answer lists. Our own: docs/decisions/0235.
   */
  exportKeptDays: 7,
  exportFilesMax: 1_000,
  exportLinkSec: 3_600,
  exportsPageMax: 50,
  /** The length of a note in a chat, and the number of notes in one answer. Our own: docs/decisions/0217. */
  noteMaxChars: 2_000,
  notesPageDefault: 50,
  notesPageMax: 100,
  /** The length of a saved reply's shortcut, and an account's saved replies. Our own: docs/decisions/0221. */
  shortcutMaxChars: 32,
  savedRepliesMax: 200,
  savedRepliesPageMax: 100,
  historyPageDefault: 50,
  historyPageMax: 100,
  historyOffsetMax: 10_000,
  /** For the last message of a chat as lists show it. */
  chatBodyMaxChars: 200,
  eventsPageDefault: 50,
  eventsPageMax: 100,
  /** The number of events that one poll examines before it answers with `has_more`. */
  eventsExaminedMax: 1_000,
  /** How long a ticket for the event stream can be used. Its limits are our own: docs/decisions/0230. */
  streamTicketSec: 60,
  /** A connection to the stream is closed after this time, and its client reconnects: this is API Gateway's limit. */
  streamHours: 2,
  /** The number of events that are read and sent at a time. */
  streamPageEvents: 50,
  /** How often a ping is sent. */
  streamPingSec: 30,
  /** A connection that has been silent for this long is dead: two pings are missing. */
  streamSilentSec: 75,
  /**
   * The time after which a quiet connection is reopened on AWS, where no pings are sent. It is short enough that
   * address translators on the path still remember the connection, and API Gateway closes a quiet connection only after
   * 10 minutes.
   */
  streamQuietSec: 300,
  /** How often a connection's rights are checked and its events read, even without any sign of a new event. */
  streamCheckSec: 10,
  /** A client that receives nothing for this long, although there is something to send, is behind. */
  streamBehindAfterSec: 30,
  /** A connection younger than this counts as open, even if it isn't registered as open yet. */
  streamOpeningSec: 30,
  /** The largest frame accepted from a client, which has no reason to send any. */
  streamFrameMaxBytes: 1_024,
  instancesPage: 15,
  instanceNameMaxChars: 100,
  externalRefMaxChars: 255,
  keyNameMaxChars: 100,
  textMaxChars: 4_096,
  captionMaxChars: 1_024,
  /** The maximum size of a file sent as base64, decoded. */
  fileDataMaxBytes: 4 * 1024 * 1024,
  /** The maximum length of such a file as base64, including the padding. */
  fileDataMaxChars: Math.ceil((4 * 1024 * 1024) / 3) * 4,
  fileUrlMaxChars: 2_048,
  fileNameMaxChars: 255,
  mimetypeMaxChars: 255,
  /** The maximum size of a file fetched from an address, by kind. */
  sentFileMaxBytes: {
    document: 100 * 1024 * 1024,
    video: 100 * 1024 * 1024,
    image: 16 * 1024 * 1024,
    audio: 16 * 1024 * 1024,
    sticker: 1024 * 1024,
  },
  receivedFileMaxBytes: 100 * 1024 * 1024,
  /** The total size of the files that an account may send in a day (UTC). */
  sentFileBytesPerDay: 1024 * 1024 * 1024,
  pollNameMaxChars: 255,
  pollOptionsMin: 2,
  pollOptionsMax: 12,
  pollOptionMaxChars: 100,
  contactNameMaxChars: 255,
  locationTextMaxChars: 255,
  mentionsMax: 256,
  /** The number of reactions shown on a message: the most recent ones. */
  reactionsShownMax: 50,
  /** The votes shown on a poll: the most recent ones, as far as they fit into this many bytes of JSON. */
  votesShownMax: 50,
  votesShownMaxBytes: 16_000,
  editMinutes: 15,
  deleteDays: 2,
  bodyMaxBytes: 6 * 1024 * 1024,
  jsonDepthMax: 20,
  webhookUrlMaxChars: 2_048,
  /** For the URL of a proxy. Our choice: docs/decisions/0231. */
  proxyUrlMaxChars: 1_024,
  /** How many times in 24 hours (a UTC day) a number's proxy may be tested. Our choice: docs/decisions/0231. */
  proxyTestsPerDay: 50,
  /** For a custom header of a webhook. */
  headerNameMaxChars: 256,
  headerValueMaxChars: 4_096,
  webhookChangesPerMinute: 6,
  webhookAnswerSec: 15,
  webhookPostsAtOnce: 2,
  /** An endpoint that accepts nothing for this long is paused. */
  webhookPauseAfterSec: 86_400,
  /** The time between two probes of a paused endpoint. */
  webhookProbeEverySec: 3_600,
  webhookSecretOverlapSec: 86_400,
  /** The shortest time between two tests of a webhook, and between two manual attempts on a paused webhook. */
  webhookTestEverySec: 60,
  deliveriesPageDefault: 50,
  deliveriesPageMax: 100,
  activityDays: 30,
  activityPageDefault: 50,
  activityPageMax: 100,
  /** The number of activity log entries that one request examines before it answers with a `links.next`. */
  activityExaminedMax: 1_000,
  /** The precision of a key's last use, which is written at most once per key in this time. */
  keyUseNotedEverySec: 600,
  replyWindowHours: 24,
  retentionDays: 30,
  /** How long the deletion of an account can be undone. Our own: docs/decisions/0233. */
  accountDeletionDays: 7,
  /** The shortest retention that an operator can set for an account. Our own: docs/decisions/0233. */
  retentionDaysMin: 1,
  /** Events are kept at least this long, which is longer than an event's ladder. Our own: docs/decisions/0233. */
  eventDaysMin: 2,
  /** Finished broadcasts are kept at least this long: answers still count then. Our own: docs/decisions/0233. */
  broadcastDaysMin: 3,
  /** How much of the history of each chat is kept when a phone is linked. */
  historyHoursBeforeLink: 24,
  idempotencyDays: 30,
  waitingMessagesPerInstance: 5_000,
  waitingFirstMessagesPerInstance: 500,
  /** A message that waits this long for a connection is given up. */
  notConnectedHours: 24,
  /** Without the network's acknowledgement, a send is repeated once with the same id, then fails with `no_receipt`. */
  acknowledgementSec: 60,
  scheduleDaysAhead: 30,
  linkAttemptIdleSec: 120,
  /** The number of pairing codes that can be requested for an instance within `pairingCodesWithinSec`. */
  pairingCodes: 3,
  pairingCodesWithinSec: 600,
  pairingCodeChars: 8,
  /** For the parts of a browser's passkey answer, which have a few hundred characters. */
  passkeyPartMaxChars: 4_096,
  /** Look-ups of numbers on the network per instance and local day; fewer while the instance's number is new. */
  checksPerDay: 50,
  checksPerDayOfNewNumber: 20,
  /** How long the result of a look-up is reused. */
  checkKeptDays: 7,
  /** How long the network's form of a number is used before the network is queried again. */
  numberFormKeptDays: 30,
  profileNameMaxChars: 25,
  profileAboutMaxChars: 139,
  callIdMaxChars: 255,
  /** For a search term in chats and contacts; our own limit. */
  searchMaxChars: 100,
  contactsPageDefault: 50,
  contactsPageMax: 100,
  contactsOffsetMax: 20_000,
  /** For the name under which a contact is saved. */
  savedNameMaxChars: 100,
  /** The number of chats that phones keep at the top of the list. */
  pinnedChatsMax: 3,
  muteDaysAhead: 366,
  /** The number of a chat's newest unread messages that get a read receipt when the chat is marked as read. */
  readReceiptsMax: 20,
  labelNameMaxChars: 100,
  /** The number of existing labels on an instance. */
  labelsMax: 100,
  /** The number of labels on one chat. */
  labelsOfChatMax: 20,
  /** How long the phone's version of a label is remembered after the label has been deleted. */
  deletedLabelDays: 30,
  /** How long our copy of a contact's picture is used before the network is queried again. */
  contactPictureKeptDays: 20,
  /** The number of changes to saved names that an instance accepts per local day, to protect its number. */
  contactSavesPerDay: 100,
  /** Rows per import, and imported names per instance and local day; they are not saved on the phone. */
  contactImportMax: 500,
  contactImportsPerDay: 10_000,
  groupsPageDefault: 50,
  groupsPageMax: 100,
  groupsOffsetMax: 20_000,
  /** How long clients wait before they request the groups of a newly linked number again. */
  groupsReadInSec: 5,
  groupSubjectMaxChars: 100,
  groupDescriptionMaxChars: 2_048,
  groupPictureMaxBytes: 5 * 1024 * 1024,
  /** The minimum length of the shorter side of a group's picture. */
  groupPictureMinPx: 192,
  /** The number of people that one request can remove from a group, promote, demote, approve or reject. */
  groupPeopleMax: 50,
  /** Requests to join a group shown at once; answered ones make room for others. Our own limit. */
  joinRequestsShownMax: 500,
  /** The number of people that one request can add to a group, whether it is new or existing. */
  groupAddsMax: 20,
  /** For the link or code of an invite; our own limit. */
  inviteMaxChars: 255,
  channelNameMaxChars: 100,
  channelDescriptionMaxChars: 2_048,
  channelPostsDefault: 50,
  channelPostsMax: 100,
  /** For the text or caption of a status; our own limit, because the network has none. */
  statusTextMaxChars: 700,
  statusFontMax: 9,
  statusRecipientsMax: 500,
  /** For a color as `#rrggbb`. */
  colorMaxChars: 7,
  /** A status without given recipients is sent to the people who wrote within this time. */
  statusAudienceDays: 30,
  /** How long a status is visible. */
  statusSeenHours: 24,
  /** A status that has not been sent within this time is given up, because it is about the moment. */
  statusWaitsHours: 2,
  otpBrandMaxChars: 30,
  otpReferenceMaxChars: 100,
  /** For a language tag; the longest tags in use are shorter. */
  otpLocaleMaxChars: 35,
  /** For a code as people type it, including the separators between its digits. */
  otpGivenMaxChars: 64,
  otpExpiresMinSec: 60,
  otpExpiresMaxSec: 3_600,
  otpExpiresDefaultSec: 600,
  otpDigitsMin: 4,
  otpDigitsMax: 8,
  otpDigitsDefault: 6,
  otpLinkDigits: 8,
  /** The number of codes that can be tried for one OTP. */
  otpAttempts: 5,
  otpResendEverySec: 60,
  otpResends: 3,
  /** The number of OTPs of the channel `code` for one phone on an account. */
  otpsPerPhoneHour: 5,
  /** OTPs of the channel `code` for one phone in a day. Our own limit: docs/decisions/0089. */
  otpsPerPhoneDay: 15,
  /** The number of wrong codes for one phone, across all its OTPs. Our own limit: docs/decisions/0089. */
  otpWrongCodesPerPhoneDay: 20,
  /** An account's codes are judged once it has sent this many in this hour and the previous one. */
  otpsJudgedFrom: 50,
  /** The percentage of those codes that must be verified; below it, the account can't create any more for a while. */
  otpsVerifiedPercentMin: 10,
  /** How long such an account can't create codes. Our own limits: docs/decisions/0089. */
  otpsPausedHours: 1,
  /** How long the code in an OTP link stays reserved after the link has expired or been used. */
  otpLinkKeptHours: 24,
  /** How long a broadcast may take from its start; messages not sent by then are given up. */
  broadcastDays: 60,
  /** Nobody is sent two broadcast messages within this time. */
  broadcastEveryHours: 24,
  /** How long a broadcast, its recipients and its file are kept. */
  broadcastKeptDays: 120,
  /** How long a draft is kept that nobody starts or changes. Our own limit: docs/decisions/0139. */
  broadcastDraftDays: 14,
  /** A broadcast's uploaded file is uploaded again after this time. */
  broadcastFileDays: 5,
  broadcastPeopleMax: 10_000,
  /** The number of people examined to build an audience; a larger audience may be incomplete. Our own limit. */
  broadcastCandidatesMax: 100_000,
  /** For `recent`: the maximum number of days, and the default. */
  broadcastRecentDaysMax: 365,
  broadcastRecentDays: 30,
  broadcastsPage: 20,
  broadcastsPagesMax: 1_000,
  broadcastNameMaxChars: 100,
  /** How many of the people who were left out are listed by name. */
  broadcastSample: 20,
  /** Placeholders in one text, the length of a placeholder's name, and the bytes of one person's values. */
  broadcastFieldsMax: 20,
  broadcastFieldNameMaxChars: 40,
  broadcastFieldsMaxBytes: 1_024,
  /** For a phone number as given: an impossible number is left out instead of failing the request. */
  broadcastPhoneMaxChars: 40,
  broadcastRecipientsPageMax: 100,
  broadcastRecipientsPage: 50,
  pollVisibleAfterMs: 2_000,
  /**
   * An event is committed within this time of its id, by the table's clock. The remaining part of `pollVisibleAfterMs`
   * allows for the request in flight.
   */
  eventCommittedWithinMs: 1_000,
} as const;
