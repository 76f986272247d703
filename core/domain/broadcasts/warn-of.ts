import type { BroadcastWarningCode } from "../../contracts/broadcasts/broadcast-states.ts";
import type { Forecast } from "./forecast.ts";
import type { RecipientCounts } from "./progress.ts";

/** A broadcast that takes at least this many days triggers the slow warning. */
const SLOW_DAYS = 3;
/** A longer text triggers a warning, because few people read texts that long. */
const LONG_CHARS = 1_000;
/** A warning is shown if the last broadcast went to at least `from` people and less than this share of them read it. */
const UNREAD = { share: 0.3, from: 20 };

/**
 * Matches a link in a text. Runs in linear time, because it looks only at the first label of a domain and the dot after
 * it.
 */
const LINK = /https?:\/\/|www\.|\b[a-z0-9-]{2,40}\.(com|net|org|io|co|br|de|me|app|shop|store|info|link|ly)\b/iu;

/** The facts that an author's warnings depend on. */
export interface WarnedOf {
  text: string;
  forecast: Forecast;
  isCut: boolean;
  /** Whether anyone was left out because a value is missing. */
  isFieldMissing: boolean;
  /** The counts of the number's last finished broadcast, or null if it hasn't finished any. */
  last: RecipientCounts | null;
}

/** Returns the warnings that an author gets before a broadcast starts. Spec: broadcasts, `warnings`. */
export function warnOf({ text, forecast, isCut, isFieldMissing, last }: WarnedOf) {
  const warnings: { code: BroadcastWarningCode; text: string }[] = [];
  const warn = (code: BroadcastWarningCode, words: string) => warnings.push({ code, text: words });
  if (forecast.end === null)
    warn(
      "stage_allows_none",
      "This number is too new for broadcasts. The broadcast waits until the number has warmed up.",
    );
  if (forecast.days >= SLOW_DAYS) warn("slow", `At today's pace, this broadcast takes about ${forecast.days} days.`);
  if (forecast.isHourTheBrake)
    warn(
      "hour_limit",
      "The number's hourly message limit slows this broadcast down, not its daily broadcast limit. See messages_per_hour.",
    );
  if (isFieldMissing)
    warn(
      "missing_fields",
      "Some people have no value for a placeholder. Add the value, or write a default: {field|default}.",
    );
  if ([...text].length > LONG_CHARS)
    warn("long_text", "The text is long. Short texts are read more often and reported less often.");
  if (LINK.test(text)) warn("link_in_text", "The text contains a link. People report messages with links more often.");
  if (isCut)
    warn("audience_cut", "More people match than one broadcast can have. The people who wrote most recently get it.");
  if (last && isUnread(last))
    warn(
      "unanswered",
      "Fewer than 30 % of the people who got the last broadcast have read it. Write to fewer people, or less often.",
    );
  return warnings;
}

function isUnread({ sent, delivered, read, replied }: RecipientCounts): boolean {
  const got = sent + delivered + read + replied;
  return got >= UNREAD.from && read + replied < UNREAD.share * got;
}
