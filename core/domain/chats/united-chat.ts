import type { ChatFields } from "./chat-fields.ts";

/**
 * Merges the two chats of a person who was known as two people. Unread counts are added up, and the longer wait is
 * used. Settings made by people (archive, pin, mute, who answers) are taken from the chat with the later last message.
 * The merged chat is deleted only if both chats were. Spec: Message, `chat_id`; docs/decisions/0079.
 * @param open the chat under the phone, or null. @param hidden the chat under the private id, or null.
 */
export function unitedChat(open: ChatFields | null, hidden: ChatFields | null): ChatFields {
  const both = [open ?? {}, hidden ?? {}] as const;
  const [later, earlier] = isLater(both[1], both[0]) ? [both[1], both[0]] : both;
  // A chat without messages has never been used, so settings it got from the phone apply only where the other chat has
  // none.
  const settings = earlier.last_ms === undefined ? { ...earlier, ...later } : later;
  const labels = [...new Set(both.flatMap(({ labels: own = [] }) => own))].sort((a, b) => a - b);
  return known({
    last_id: later.last_id,
    last_ms: later.last_ms,
    received: sumOf(both.map(({ received }) => received)),
    read_to: sumOf(both.map(({ read_to }) => read_to)),
    marked_unread: both.some(({ marked_unread }) => marked_unread) || undefined,
    waiting_since_ms: leastOf(both.map(({ waiting_since_ms }) => waiting_since_ms)),
    case_ms: leastOf(both.map(({ case_ms }) => case_ms)),
    archived: settings.archived,
    pinned_ms: settings.pinned_ms,
    muted_until_ms: settings.muted_until_ms,
    handled_by: settings.handled_by,
    assignee: later.assignee ?? earlier.assignee,
    ...aside(both.filter(isChat)),
    labels: labels.length > 0 ? labels : undefined,
    phone_chat_id: later.phone_chat_id ?? earlier.phone_chat_id,
    ...deletion(both.filter(isChat)),
  });
}

/**
 * If only one of the two chats was deleted, all messages are kept, because the other chat's messages must not
 * disappear.
 */
function deletion(chats: ChatFields[]): Pick<Partial<ChatFields>, "hidden_ms" | "cleared_ms"> {
  const [hidden, cleared] = [chats.map(({ hidden_ms }) => hidden_ms), chats.map(clearedTo)];
  const isHidden = chats.length > 0 && !hidden.includes(undefined);
  if (isHidden) return { hidden_ms: Math.max(...hidden.map(Number)) };
  return cleared.includes(undefined) ? {} : { cleared_ms: leastOf(cleared) };
}

/**
 * If only one of the two chats was closed or snoozed, the other still needs attention, so the merged chat is neither.
 */
function aside(chats: ChatFields[]): Pick<Partial<ChatFields>, "closed_ms" | "snoozed_ms"> {
  const [closed, snoozed] = [chats.map(({ closed_ms }) => closed_ms), chats.map(({ snoozed_ms }) => snoozed_ms)];
  if (chats.length === 0) return {};
  return {
    ...(!closed.includes(undefined) && { closed_ms: Math.max(...closed.map(Number)) }),
    ...(!snoozed.includes(undefined) && { snoozed_ms: leastOf(snoozed) }),
  };
}

const clearedTo = ({ hidden_ms, cleared_ms }: ChatFields) => hidden_ms ?? cleared_ms;

/** A record without messages does not count as a chat yet, unless the chat was deleted. */
const isChat = ({ last_ms, hidden_ms }: ChatFields) => last_ms !== undefined || hidden_ms !== undefined;

/** Whether a chat's last message is later than the other chat's. False if both time and id are equal. */
function isLater(one: ChatFields, other: ChatFields): boolean {
  const [a, b] = [one.last_ms ?? Number.NEGATIVE_INFINITY, other.last_ms ?? Number.NEGATIVE_INFINITY];
  return a > b || (a === b && (one.last_id ?? "") > (other.last_id ?? ""));
}

function sumOf(numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((n) => n !== undefined);
  return given.length === 0 ? undefined : given.reduce((sum, n) => sum + n, 0);
}

function leastOf(numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((n) => n !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

/** Returns only the fields that have a value. */
function known(fields: { [K in keyof ChatFields]: ChatFields[K] | undefined }): ChatFields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given); // the same fields without undefined ones
}
