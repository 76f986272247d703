import { settingsInForce } from "../../core/domain/protection/settings.ts";
import { typingMs } from "../../core/domain/protection/typing-time.ts";
import { kindOf } from "../../core/domain/sending/kinds.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { recallLastIn } from "../../core/records/last-in.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { personRecords } from "../../core/records/person.ts";
import type { SendingRecord } from "../../core/records/sending.ts";
import type { SessionPort } from "../session-port.ts";

/** The steps that a person would take before sending a message. */
export interface Manner {
  /** How long "typing…" is displayed, or 0 if it isn't. */
  typing_ms: number;
  /** Whether to mark the chat as read before sending. */
  marks_read: boolean;
}

/** How often to check, while typing, whether typing may continue. */
const LOOK_MS = 200;

/**
 * A reply or code is sent this long after it was accepted. The longer a message has already waited, the shorter the
 * typing.
 */
const REPLY_GOES_MS = 3_500;

/**
 * Decides how to send the next message under the current settings.
 * @param waitedMs how long the message has been waiting in its row.
 */
export function sendingManner(
  message: MessageRecord,
  sending: SendingRecord,
  waitedMs: number,
  gapFactor: number,
): Manner {
  const settings = settingsInForce(sending);
  const kind = kindOf(message);
  const isTyped = settings.typing && kind.isTyped;
  const isAwaited = message.class === "reply" || kind.isAwaited;
  const longest = isAwaited ? Math.max(0, REPLY_GOES_MS - waitedMs) : Number.POSITIVE_INFINITY;
  return {
    typing_ms: isTyped ? Math.min(typingMs(message.class ?? "known", message.body, gapFactor), longest) : 0,
    marks_read: settings.mark_read_before_reply && message.class === "reply",
  };
}

/** The number of people whose last read message is remembered. */
const REMEMBERED = 1_000;

/**
 * Marks the chat as read and displays "typing…" for a while, as a person would. Neither step can make a send fail.
 * Stops early if a reply to someone is waiting, the connection breaks, or the task may no longer act.
 * @param marked the last message from each person that this session has marked as read; updated by this function.
 */
export async function beforeSend(
  deps: LaneDeps,
  session: SessionPort,
  message: MessageRecord,
  chat: string,
  manner: Manner,
  hurry: AbortSignal,
  marked: Map<string, string>,
): Promise<void> {
  const about = { instance_id: session.instance_id, message_id: message.id };
  const ignored = (what: string) => (error: unknown) => deps.log.warn({ ...about, error: String(error) }, what);
  if (manner.marks_read)
    void markRead(deps, session, message, chat, marked).catch(ignored("a chat could not be marked as read"));
  if (manner.typing_ms <= 0) return;
  const stop = new AbortController();
  void session
    .typing(chat, manner.typing_ms, AbortSignal.any([stop.signal, hurry]))
    .catch(ignored("typing could not be shown"));
  const until = deps.clock.now().getTime() + manner.typing_ms;
  let now = deps.clock.now().getTime();
  while (now < until && session.isOpen() && session.mayAct() && !hurry.aborted) {
    await deps.clock.until(new Date(Math.min(until, now + LOOK_MS)), hurry);
    now = deps.clock.now().getTime();
  }
  stop.abort();
}

async function markRead(
  deps: LaneDeps,
  session: SessionPort,
  message: MessageRecord,
  chat: string,
  marked: Map<string, string>,
): Promise<void> {
  const { person } = message;
  if (person === null) return;
  const last =
    recallLastIn(deps.table, session, person) ??
    (await personRecords.read(deps.table, session.instance_id, person))?.last_in_id;
  if (last === undefined || marked.get(person) === last) return;
  if (marked.size >= REMEMBERED) marked.clear();
  marked.set(person, last);
  await session.markRead(chat, last);
}
