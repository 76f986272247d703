/** The panel's limits and intervals. */
export const PANEL_LIMITS = {
  /** A panel session expires after this many hours without a request. */
  sessionIdleHours: 12,
  /** How many days a panel session lasts, however much it is used. */
  sessionDays: 7,
  /** The precision with which a session's last request is recorded: it is written at most once in this period. */
  sessionSeenEveryMinutes: 10,
  /** How many characters of the user's browser description are stored. */
  browserMaxChars: 200,
  /** The maximum number of sessions per user. Signing in again ends the oldest. */
  sessionsMax: 20,
  /** How many requests a user can make per account, across all sessions. */
  requestsPerMinute: 300,
  /** How many accounts can be opened per hour from one address. */
  accountsPerHour: 20,
  /** The maximum number of days covered by one figures response. Figures are stored a little longer. */
  figuresDaysMax: 92,
  /** The maximum number of phone numbers included in the figures. */
  figuresNumbersMax: 50,
  accountNameMaxChars: 100,
  personNameMaxChars: 100,
  emailMaxChars: 254,
  /** How long an invitation is valid. */
  inviteDays: 7,
  /** The maximum number of open invitations per account. */
  invitesMax: 50,
  inviteMailsPerDay: 3,
  /**
   * Daily limits on invitation emails: to one address from all accounts, and from one account (on trial or not) to all
   * addresses.
   */
  inviteMailsPerAddressDay: 3,
  inviteMailsPerAccountDay: 50,
  inviteMailsPerTrialDay: 10,
  /** The hourly limit on a user's wrong invitations, and on attempts to use one link from one address. */
  wrongInvitesPerHour: 5,
  /** How many link previews a user can request per hour. Rationale: docs/decisions/0242. */
  linkPreviewsPerHour: 100,
  tokenMaxChars: 100,
  /** The maximum number of chats, and of messages, in a response with updates. */
  liveMax: 50,
  watchedMax: 20,
  /**
   * How often an open page polls for changes. The first applies while a thread is open or for teams, the second while
   * only the chat list is open. A page that receives hints polls no more often than this, and every `liveHeardEverySec`
   * if nothing changes. Rationale: docs/decisions/0238.
   */
  liveEverySec: 3,
  liveListEverySec: 10,
  liveHeardEverySec: 60,
  /** The minimum time between two hints on a connection. */
  hintEverySec: 1,
  /** How often a connection's session is checked and a ping is sent to its page. */
  hintCheckSec: 10,
  /** How many of a user's visible pages receive hints. Any other pages only poll. */
  hintConnectionsMax: 10,
  /**
   * How often a page reports that its user is writing an answer, and how long colleagues see this after each report.
   */
  answeringEverySec: 10,
  answeringShownSec: 14,
  /** How often an open page checks for new messages. A hidden tab of an account with many numbers checks less often. */
  newsEverySec: 20,
  /**
   * The read units that a hidden tab's requests use per minute, in addition to about half a unit for its session: 3 in
   * total. Rationale: docs/decisions/0218.
   */
  hiddenTabUnitsPerMinute: 2.4,
  /**
   * How long the quiet route uses its cached copy of a session and the account's list of numbers before it reads them
   * again.
   */
  believedMinutes: 10,
  /** The maximum number of waiting people counted per phone number. */
  waitingMax: 100,
  /** How many one-time codes are listed per phone number. */
  otpsMax: 100,
  /** How many past days of a number's protection are shown: the maximum, and the default. */
  protectionDaysMax: 100,
  protectionDays: 30,
  /** How long a sign-in may take, from its start until the user returns. */
  signInMinutes: 10,
  /** How many sign-ins can be started from one address. */
  signInsPerMinute: 30,
} as const;
