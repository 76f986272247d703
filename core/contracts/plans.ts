/** A plan's allowances. Null means unlimited. */
export interface PlanAllowances {
  /**
   * How many days the plan lasts, counted from when the account gets it. After that, sends are refused but reads still
   * work.
   */
  trialDays: number | null;
  instances: number;
  /** The number of counted requests per calendar month (UTC). Each poll for events counts as one request. */
  requestsPerMonth: number;
  /** The number of messages accepted through the API per day (UTC). */
  messagesPerDay: number | null;
  /** The number of OTPs with the channel `code` created per hour (UTC). */
  codesPerHour: number;
  /** The number of broadcasts that have not started, including drafts and scheduled ones, at any one time. */
  draftsAtOnce: number;
  /** The total number of people stored in these broadcasts. */
  draftPeople: number;
  /** The number of people stored per day (UTC) when broadcasts are created or changed. */
  broadcastPeoplePerDay: number;
  /** The number of simultaneous connections to the event stream, per account and per key. */
  streams: number;
  streamsOfKey: number;
  /** The number of data exports started per day (UTC). */
  exportsPerDay: number;
}

/** All plans and their allowances. Values that aren't in the spec are our own (docs/decisions). Spec: Limits, Trial. */
export const PLANS = {
  trial: {
    ...{ trialDays: 7, instances: 1, requestsPerMonth: 5_000, messagesPerDay: 100, codesPerHour: 30 },
    ...{ draftsAtOnce: 3, draftPeople: 2_000, broadcastPeoplePerDay: 10_000 },
    ...{ streams: 4, streamsOfKey: 2, exportsPerDay: 3 },
  },
  starter: {
    ...{ trialDays: null, instances: 1, requestsPerMonth: 100_000, messagesPerDay: null, codesPerHour: 300 },
    ...{ draftsAtOnce: 20, draftPeople: 50_000, broadcastPeoplePerDay: 200_000 },
    ...{ streams: 10, streamsOfKey: 5, exportsPerDay: 5 },
  },
  growth: {
    ...{ trialDays: null, instances: 5, requestsPerMonth: 500_000, messagesPerDay: null, codesPerHour: 300 },
    ...{ draftsAtOnce: 50, draftPeople: 100_000, broadcastPeoplePerDay: 500_000 },
    ...{ streams: 30, streamsOfKey: 10, exportsPerDay: 10 },
  },
  scale: {
    ...{ trialDays: null, instances: 25, requestsPerMonth: 3_000_000, messagesPerDay: null, codesPerHour: 300 },
    ...{ draftsAtOnce: 100, draftPeople: 250_000, broadcastPeoplePerDay: 1_000_000 },
    ...{ streams: 100, streamsOfKey: 30, exportsPerDay: 20 },
  },
} as const satisfies Record<string, PlanAllowances>;

export type Plan = keyof typeof PLANS;

/** The names of all plans. */
export const PLAN_NAMES = Object.keys(PLANS) as Plan[]; // Object.keys loses the key type
