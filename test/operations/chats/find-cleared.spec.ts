import { beforeEach, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { mirrorChat } from "../../../core/operations/chats/mirror-chat.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const OLD = 3;
/** More than one page of a chat's history. */
const NEW = 230;

let world: MessageWorld;
let upToMs: number;
beforeEach(async () => {
  world = await messageWorld(null);
  for (let n = 0; n < OLD; n++) await world.write(`Old ${n}`);
  upToMs = world.clock.now().getTime();
  world.clock.moveTo(new Date(upToMs + 2_000));
  for (let n = 0; n < NEW; n++) await world.write(`New ${n}`);
});

const ana = () => world.table.peek(keys.person(INSTANCE, ANA)) as ChatFields | null;
const unread = () => chatState(ana() ?? {}, world.clock.now()).unread_count;
/** Deletes the chat on the phone up to the last old message. Returns how many pages of its history that read. */
async function deleteOld(): Promise<number> {
  const address = `${ANA}@s.whatsapp.net`;
  const chat = { kind: "person", key: ANA, phone: ANA, chat_id: address, phone_chat_id: address } as const;
  let reads = 0;
  const list = lists.messagesOfPhone(ACCOUNT, ANA);
  const seen = world.table.withHook((operation, phase) => {
    if (phase === "before" && operation.kind === "query" && operation.range.pk === list) reads++;
  });
  const deed = { kind: "delete", up_to_ms: upToMs } as const;
  await mirrorChat({ table: seen }, world.own, chat, deed, world.clock.now());
  return reads;
}

describe("a chat that is deleted on the phone after hundreds of messages have come behind the deleted ones", () => {
  it("keeps all of them unread", async () => {
    const reads = await deleteOld();

    expect(unread()).toBe(NEW);
    expect(reads).toBe(2); // the newest messages, and those right before the end of the deletion
  });

  it("keeps all of them unread even if none of the deleted ones is stored anymore", async () => {
    const old = world.messages().filter(({ body }) => body?.startsWith("Old"));
    for (const { id } of old) await world.table.write({ delete: keys.message(ACCOUNT, id) });

    await deleteOld();

    expect(old).toHaveLength(OLD);
    expect(unread()).toBe(NEW);
  });

  it("keeps those unread that were unread before, and looks no further back than these", async () => {
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { read_to: OLD + NEW - 7 } });

    const reads = await deleteOld();

    expect(unread()).toBe(7);
    expect(reads).toBe(1);
  });
});
