/** Limits and times of the panel, in one place. */
export const PANEL_LIMITS = {
  /** A session of the panel ends after so long without a request … */
  sessionIdleHours: 12,
  /** … and after so long in any case. */
  sessionDays: 7,
  /** Precision of a session's last request: at most one write in this time. */
  sessionSeenEveryMinutes: 10,
  /** Kept of what a browser says about itself. */
  browserMaxChars: 200,
  /** Sessions of one person: with one more, the oldest ends. */
  sessionsMax: 20,
  /** Requests of one person in one account, over all their sessions. */
  requestsPerMinute: 300,
  /** Accounts opened from one address in an hour. */
  accountsPerHour: 20,
  accountNameMaxChars: 100,
  personNameMaxChars: 100,
  emailMaxChars: 254,
  /** An invitation can be used for so long. */
  inviteDays: 7,
  /** Open invitations of one account. */
  invitesMax: 50,
  inviteMailsPerDay: 3,
  /** Mails of invitations to one address in a day, whoever invites it, and of one account, on trial or not, to all. */
  inviteMailsPerAddressDay: 3,
  inviteMailsPerAccountDay: 50,
  inviteMailsPerTrialDay: 10,
  /** Invitations given wrong by one person, and tries of one link from one address, in an hour. */
  wrongInvitesPerHour: 5,
  tokenMaxChars: 100,
  /** Chats, and messages, of one answer of what is new. */
  liveMax: 50,
  watchedMax: 20,
  /** Past days of a number's protection: as many as are kept, and when nothing is said. */
  protectionDaysMax: 100,
  protectionDays: 30,
  /** A sign-in may take so long from its start to its return. */
  signInMinutes: 10,
  /** Sign-ins begun from one address. */
  signInsPerMinute: 30,
} as const;
