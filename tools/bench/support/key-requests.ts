import { ASSUMED, DAY_OF_A_NUMBER, PRICES } from "../prices.ts";

const DAYS = 30;
const SECONDS_AN_HOUR = 3_600;
/**
 * The number of deliveries per day, calculated from `DAY_OF_A_NUMBER`: a reply creates three events, and any other
 * message one.
 */
const DELIVERIES_A_DAY =
  3 * DAY_OF_A_NUMBER.replies + DAY_OF_A_NUMBER.first + DAY_OF_A_NUMBER.received + DAY_OF_A_NUMBER.images;

/** Returns how often data keys are requested from KMS per month. Each number has its own account and webhook. */
export function keyRequests(numbers: number, { keyMinutes = 5, areKept = true } = {}) {
  const activeSec = ASSUMED.activeHoursADay * SECONDS_AN_HOUR;
  const sessions = areKept ? ASSUMED.takeoversAMonth : (DAYS * activeSec) / (keyMinutes * 60);
  const perSec = DELIVERIES_A_DAY / activeSec;
  // Each running function has its own keys, and Lambda can send it deliveries for any account.
  const functions = Math.max(
    1,
    Math.ceil(numbers * perSec * ((ASSUMED.runMs["Lambda work-endpoint-lane"] ?? 0) / 1_000)),
  );
  const unwrapped = 1 / (1 + (perSec / functions) * keyMinutes * 60);
  return { sessions: numbers * sessions, deliveries: numbers * DAYS * DELIVERIES_A_DAY * unwrapped };
}

/** Returns the cost of these requests in USD, including reading the wrapped key for each. */
export function keyDollars(...asked: Parameters<typeof keyRequests>): number {
  const { sessions, deliveries } = keyRequests(...asked);
  return (sessions + deliveries) * (PRICES.kmsRequest + PRICES.readUnit);
}
