/** The panel's limits and times, in one place. */
export const PANEL_LIMITS = {
  /** A panel session ends after this long without a request … */
  sessionIdleHours: 12,
  /** … and after this long in any case. */
  sessionDays: 7,
  /** Precision of a session's last request: at most one write in this time. */
  sessionSeenEveryMinutes: 10,
  /** How much of the browser's description is kept. */
  browserMaxChars: 200,
  /** The maximum sessions for one person; another one ends the oldest. */
  sessionsMax: 20,
  /** Requests by one person in one account, over all their sessions. */
  requestsPerMinute: 300,
  /** Accounts opened from one address in an hour. */
  accountsPerHour: 20,
  /** The most days that one answer with figures covers; they are kept a little longer. */
  figuresDaysMax: 92,
  /** The most numbers that such an answer adds up. */
  figuresNumbersMax: 50,
  accountNameMaxChars: 100,
  personNameMaxChars: 100,
  emailMaxChars: 254,
  /** How long an invitation can be used. */
  inviteDays: 7,
  /** Open invitations for one account. */
  invitesMax: 50,
  inviteMailsPerDay: 3,
  /**
   * Invitation mails per day to one address, from all accounts, and from one account (on trial or not) to all
   * addresses.
   */
  inviteMailsPerAddressDay: 3,
  inviteMailsPerAccountDay: 50,
  inviteMailsPerTrialDay: 10,
  /** Wrong invitations by one person, and attempts on one link from one address, per hour. */
  wrongInvitesPerHour: 5,
  tokenMaxChars: 100,
  /** Chats, and messages, in one answer with news. */
  liveMax: 50,
  watchedMax: 20,
  /**
   * How often an open page asks for changes: with a thread or in a team, and with the list of chats alone. A page that
   * hears of changes asks as often at most, and without a change once in `liveHeardEverySec`. Our choice:
   * docs/decisions/0238.
   */
  liveEverySec: 3,
  liveListEverySec: 10,
  liveHeardEverySec: 60,
  /** The least time between two hints on a connection. */
  hintEverySec: 1,
  /** How often a connection's session is checked and its page pinged. */
  hintCheckSec: 10,
  /** Visible pages of one person that hear of changes; the others ask. */
  hintConnectionsMax: 10,
  /** How often a page tells that its person is writing an answer, and how long colleagues see it after that. */
  answeringEverySec: 10,
  answeringShownSec: 14,
  /** How often an open page asks whether someone wrote; a hidden tab with many numbers asks less often. */
  newsEverySec: 20,
  /**
   * Read units for a hidden tab's questions in a minute, beside about half a unit for its session: 3 in all. Our
   * choice: docs/decisions/0218.
   */
  hiddenTabUnitsPerMinute: 2.4,
  /** How long the quiet route believes in a session and in the account's numbers without reading them again. */
  believedMinutes: 10,
  /** People who wait are counted up to this on each number. */
  waitingMax: 100,
  /** One-time codes of a number that its list shows. */
  otpsMax: 100,
  /** Past days of a number's protection: the maximum, and the default. */
  protectionDaysMax: 100,
  protectionDays: 30,
  /** How long a sign-in can take from its start to its return. */
  signInMinutes: 10,
  /** Sign-ins started from one address. */
  signInsPerMinute: 30,
} as const;
