import * as z from "zod";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Chat } from "../../world/people/chats.ts";
import { changeSettings } from "../../world/settings/change-settings.ts";
import { chatSettings } from "../../world/settings/chat-settings.ts";
import { readChat } from "../../world/settings/read-chat.ts";
import { presentChat, presentChats } from "../answers/present-chats.ts";
import { chatInPath, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxAnswer, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** The maximum number of chats that a phone can pin. */
const MOST_PINNED = 3;

/**
 * `muted_until` is null, "forever" or a time. Setting `read` to false marks the chat as unread, which sends no receipt.
 */
const ChatChanges = z
  .object({
    archived: z.boolean().optional(),
    pinned: z.boolean().optional(),
    muted_until: z.union([z.null(), z.literal("forever"), z.iso.datetime({ offset: true })]).optional(),
    read: z.boolean().optional(),
    deleted: z.literal(true).optional(),
  })
  .refine(({ archived, pinned }) => !(archived && pinned), "An archived chat can't be pinned.");

/**
 * Routes for the chats that a phone shows and for its owner's actions on them. `{chat}` is a chat id or a person's
 * number.
 */
export const phoneChatRoutes = [
  route("GET /phones/{phone}/chats", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      return ok({ data: presentChats(transaction, personOf(transaction, param("phone"))) });
    }),
  ),

  route("PATCH /phones/{phone}/chats/{chat}", ChatChanges, (request) =>
    withChat(request, (transaction, owner, chat) => {
      const { muted_until, ...change } = request.body;
      if (change.pinned) requireRoomToPin(transaction, owner, chat);
      const settings = chatSettings(transaction, owner, chat, { ...change, mutedUntil: endOf(muted_until) });
      changeSettings(request.deps.world, transaction, owner, settings);
    }),
  ),

  route("POST /phones/{phone}/chats/{chat}/read", NoBody, (request) =>
    withChat(request, (transaction, owner, chat) => readChat(request.deps.world, transaction, owner, chat)),
  ),
];

/** Returns the end of a mute in epoch ms, or -1 if it never ends. */
function endOf(mutedUntil: string | null | undefined): number | null | undefined {
  if (mutedUntil === "forever") return -1;
  return typeof mutedUntil === "string" ? new Date(mutedUntil).getTime() : mutedUntil;
}

/** Runs an action on a chat, then responds with the chat. */
function withChat<Body>(
  { deps, param }: SandboxRequest<Body>,
  act: (transaction: Transaction, owner: Person, chat: Chat) => void,
): Promise<SandboxAnswer> {
  return deps.world.transactions.run((transaction) => {
    const owner = personOf(transaction, param("phone"));
    const chat = chatInPath(transaction, param("chat"));
    act(transaction, owner, chat);
    return ok(presentChat(transaction, owner, chat.id));
  });
}

/** Checks that one more chat can be pinned. @throws SandboxError conflict. */
function requireRoomToPin(transaction: Transaction, owner: Person, chat: Chat): void {
  const pinned = transaction.store.phoneChats.of(owner.phone).filter(({ pinnedAt }) => pinnedAt !== null);
  if (pinned.length < MOST_PINNED || pinned.some(({ chatId }) => chatId === chat.id)) return;
  throw new SandboxError("conflict", `A phone pins ${MOST_PINNED} chats at most; unpin one first.`);
}
