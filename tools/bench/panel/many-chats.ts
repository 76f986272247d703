import { ulid } from "ulid";
import { DAY_MS } from "../../../core/contracts/durations.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import type { Item, Table } from "../../../core/store/table.ts";
import { chatOf, storedMessage } from "../../../test/support/stored-chats.ts";

/** A team's numbers after a busy month. */
export const CHATS = 5_000;
export const MESSAGES = 100_000;
/** The number of messages in the longest chat: a fifth of all messages. */
export const LONG_CHAT = MESSAGES / 5;
/** Words that occur only in the oldest message of the longest chat. */
export const NEEDLE = "Orquídea azul";
const DAYS = 28;
const MINUTE_MS = 60_000;
/** The number of items per transaction, and of parallel transactions. */
const AT_ONCE = 50;
const TOGETHER = 20;
const EACH = (MESSAGES - LONG_CHAT) / (CHATS - 1);

/** The account and the instance that own the chats. */
interface Own {
  account_id: string;
  instance_id: string;
}

/** Returns the phone number of the person in a chat. Chat 0 is both the longest and the newest. */
export const phoneOf = (chat: number): string => `5511940${String(chat).padStart(6, "0")}`;

/**
 * Stores people, their chats and their messages the way sessions do. @param onPart is called from time to time with the
 * progress.
 */
export async function storeManyChats(table: Table, own: Own, now: Date, onPart: (done: number) => void): Promise<void> {
  let waiting: Item[] = [];
  let stored = 0;
  const flush = async () => {
    const items = waiting;
    waiting = [];
    const starts = Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, n) => n * AT_ONCE);
    await Promise.all(starts.map((start) => putAll(table, items.slice(start, start + AT_ONCE))));
    stored += items.length;
    onPart(stored);
  };
  for (let chat = 0; chat < CHATS; chat++) {
    for (const item of itemsOf(own, chat, now)) {
      waiting.push(item);
      if (waiting.length === TOGETHER * AT_ONCE) await flush();
    }
  }
  await flush();
}

async function putAll(table: Table, [first, ...rest]: Item[]): Promise<void> {
  if (first) await table.transact([{ put: first }, ...rest.map((put) => ({ put }))]);
}

function* itemsOf(own: Own, chat: number, now: Date): Generator<Item> {
  const phone = phoneOf(chat);
  const count = chat === 0 ? LONG_CHAT : Math.ceil((chat + 1) * EACH) - Math.ceil(chat * EACH);
  const newest = now.getTime() - MINUTE_MS - Math.floor((chat * DAYS * DAY_MS) / (CHATS + 1));
  const gapMs = chat === 0 ? Math.floor((DAYS * DAY_MS) / LONG_CHAT) : MINUTE_MS;
  let last = { id: "", ms: 0 };
  for (let n = count - 1; n >= 0; n--) {
    const at = new Date(newest - n * gapMs);
    const id = `msg_${ulid(at.getTime())}`;
    const out = n % 3 === 1;
    const body = chat === 0 && n === count - 1 ? `${NEEDLE}, do you have it?` : `Is order ${n} ready? Thank you!`;
    last = { id, ms: at.getTime() };
    yield storedMessage(own, id, at, {
      ...{ phone, person: phone, chat_id: `${phone}@s.whatsapp.net`, body },
      ...(out && { direction: "out", status: "read", origin: "api" }),
    });
  }
  const at = wireTime(new Date(last.ms));
  yield chatOf(own.instance_id, phone, {
    ...{ phone, chat_id: `${phone}@s.whatsapp.net`, name: `Customer ${chat}`, contact_name: `Customer ${chat}` },
    ...{ last_in_at: at, first_in_at: at, last_in_id: "3EB0A1B2C3D4", last_id: last.id, last_ms: last.ms },
    ...{ received: count, read_to: count - (chat % 3) },
    ...(chat % 4 === 0 && { waiting_since_ms: last.ms }),
  });
}
