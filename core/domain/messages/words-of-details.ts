import type { MessageDetails } from "../../contracts/content/details.ts";

/** The fields of a message that are used to describe its details. */
export interface DetailedMessage {
  details?: MessageDetails | undefined;
  error_code?: string | null;
}

/** The maximum length of a line that describes a single detail. */
const LONGEST_LINE_CHARS = 500;
const MOST_ACTIONS = 20;

/** The reader the details are described for. */
interface Reader {
  /**
   * Whether to leave out phones, payment keys and page addresses because the reader is an outsider, such as a language
   * model provider.
   */
  isStranger?: boolean;
}

/**
 * Describes a message's details in bracketed lines, for someone who reads the chat as text: an event with its time, the
 * buttons, the quoted message. Returns an empty string if there are no details.
 */
export function wordsOfDetails(
  { details = {}, error_code }: DetailedMessage,
  { isStranger = false }: Reader = {},
): string[] {
  const lines = [
    quotedWords(details),
    referralWords(details),
    eventWords(details, isStranger),
    paymentWords(details, isStranger),
    details.invite && `invitation to a ${details.invite.kind.replace("_", " ")}: ${details.invite.name ?? "no name"}`,
    details.interactive?.response && `form filled in: ${JSON.stringify(details.interactive.response)}`,
    actionWords(details, isStranger),
    contactWords(details, isStranger),
    error_code === "unsupported" && "a message of a kind that can't be shown here",
    error_code === "view_once_withheld" && "a file that may be seen once, on the phone alone",
    details.network_kind && error_code !== "unsupported" && details.network_kind,
  ];
  return lines.flatMap((line) => (line ? [`[${plain(line)}]`] : []));
}

function quotedWords({ quoted }: MessageDetails): string | null {
  return quoted && (quoted.body !== null || quoted.type !== null)
    ? `answers: ${quoted.body ?? `${quoted.type} message`}`
    : null;
}

function referralWords({ referral }: MessageDetails): string | null {
  if (!referral || referral.source_type === "other") return null;
  const from = referral.source_type === "ad" ? "an advertisement" : "a post";
  return `came from ${from}: ${listed([referral.headline, referral.body])}`;
}

function contactWords({ contacts }: MessageDetails, isStranger: boolean): string | null {
  if (!contacts) return null;
  const names = contacts.map(({ name, phone }) => listed([name, isStranger ? null : phone], " ") || "no name");
  return `contacts: ${listed(names)}`;
}

function eventWords({ event }: MessageDetails, isStranger: boolean): string | null {
  if (!event) return null;
  const { name, starts_at, ends_at, location, join_link, cancelled } = event;
  const until = ends_at && `until ${ends_at}`;
  return `event${cancelled ? ", cancelled" : ""}: ${listed([name, starts_at, until, location?.name, isStranger ? null : join_link])}`;
}

function paymentWords({ payment }: MessageDetails, isStranger: boolean): string | null {
  if (!payment) return null;
  const { kind, amount, currency, key_type, key, name, reference } = payment;
  const sum = amount && listed([amount, currency], " ");
  return `payment, ${kind}: ${listed([sum, listed([key_type, isStranger ? null : key], " "), name, reference])}`;
}

function actionWords({ actions = [] }: MessageDetails, isStranger: boolean): string | null {
  const texts = actions
    .slice(0, MOST_ACTIONS)
    .map(({ text, type, id, url, phone }) => text ?? (isStranger ? type : (id ?? url ?? phone)));
  return texts.length > 0 ? `choices: ${listed(texts)}` : null;
}

const listed = (parts: readonly (string | null | undefined)[], by = ", ") => parts.filter((part) => part).join(by);

/** Puts text on a single line and removes its brackets, so it can't close the brackets around it. */
const plain = (line: string) =>
  line.slice(0, LONGEST_LINE_CHARS).toWellFormed().replace(/\s+/g, " ").replace(/[[\]]/g, "");
