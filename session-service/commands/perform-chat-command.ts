import { LIMITS } from "../../core/contracts/limits.ts";
import { arePinned } from "../../core/operations/chats/check-pinned.ts";
import { readChat } from "../../core/operations/chats/find-chat.ts";
import { findUnread, type UnreadMessage } from "../../core/operations/chats/find-unread.ts";
import { markChatRead } from "../../core/operations/chats/mark-chat-read.ts";
import type { StoredChat } from "../../core/records/chats/stored-chat.ts";
import type { ChatCommand, CommandAnswer } from "../../core/records/command.ts";
import { PartlyDone } from "./answer-to-error.ts";
import { type ChatStep, chatSteps, mark } from "./chat-steps.ts";
import type { CommandTools } from "./command-tools.ts";
import { patchedChat } from "./patched-chat.ts";
import { refused } from "./perform-command.ts";

/** The parts of the session that chat commands use. */
export interface ChatTools {
  /**
   * Displays a typing or recording indicator in a chat for ten seconds, or (null) removes it. Resolves once it is
   * displayed.
   */
  showSign(chat: string, sign: "composing" | "recording" | null): Promise<void>;
  /** Runs chat changes one at a time. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}

type Tools = CommandTools & { chats: ChatTools };
type Handler<C> = (tools: Tools, chat: StoredChat, command: C) => Promise<CommandAnswer>;

/**
 * How long a change may wait for its turn. By then the caller has been answered, so a change that hasn't started must
 * be dropped.
 */
const WAIT_MS = 6_000;
const NOT_BEGUN = "Another change to this number's chats took too long. Try again.";

const SIGNS = { typing: "composing", recording: "recording", paused: null } as const;

const HANDLERS: { [K in ChatCommand["kind"]]: Handler<Extract<ChatCommand, { kind: K }>> } = {
  async change_chat(tools, chat, { change }) {
    const { deps, session } = tools;
    const { pinnedChatsMax } = LIMITS;
    if (change.pinned && (await arePinned(deps.table, session.instance_id, pinnedChatsMax, chat.key))) {
      return refused("conflict", `Phones can pin at most ${pinnedChatsMax} chats. Unpin one first.`);
    }
    const patched = await patchedChat(tools, chat);
    const done = new Set<string>();
    for (const step of chatSteps(change, patched)) {
      try {
        await carryOut(tools, chat, step);
      } catch (error) {
        throw done.size > 0 ? new PartlyDone([...done], error) : error;
      }
      done.add(step.field);
    }
    return { ok: true };
  },

  /** Mark the chat as read in the table first, so it counts as read regardless of what happens on the network. */
  async read_chat(tools, chat) {
    const { deps, session } = tools;
    const unread = await findUnread(deps, session.account_id, chat, deps.clock.now());
    await markChatRead(deps, session, chat, chat.record.received ?? 0);
    await tellWriters(tools, unread);
    const patched = await patchedChat(tools, chat);
    await carryOut(tools, chat, mark(patched, false));
    return { ok: true };
  },

  async delete_chat(tools, chat) {
    const { id, last } = await patchedChat(tools, chat);
    await tools.network.changeSettings([{ kind: "delete", chat: id, last }]);
    return { ok: true };
  },

  async show_typing({ session, chats }, { type, key }, { state }) {
    const isPhone = type === "person" && /^\d+$/.test(key);
    const address = await session.resolveChat(isPhone ? key : null, isPhone ? null : key);
    await chats.showSign(address, SIGNS[state]);
    return { ok: true };
  },
};

/** Changes one of the chat's settings on the phone, then stores the change. */
async function carryOut(tools: Tools, chat: StoredChat, { mutation }: ChatStep): Promise<void> {
  await tools.network.changeSettings([mutation]);
  // Messages that arrived after the command started stay unread, but must not stop the earlier ones from being marked
  // as read.
  if (mutation.kind === "mark" && !mutation.unread) {
    await markChatRead(tools.deps, tools.session, chat, chat.record.received ?? 0);
  }
}

/** Sends read receipts to the messages' senders if the account's settings allow it. */
async function tellWriters({ session, network }: CommandTools, messages: UnreadMessage[]): Promise<void> {
  const byChat = new Map<string, UnreadMessage[]>();
  for (const message of messages) {
    const chat = await session.resolveChat(message.phone, message.network_chat ?? message.chat_id);
    byChat.set(chat, [...(byChat.get(chat) ?? []), message]);
  }
  for (const [chat, read] of byChat) await network.markRead(chat, read);
}

/**
 * Carries out a command on a chat. @throws PartlyDone, FenceLost, SettingsNotReady, NetworkRefusal, AnswerUnknown and
 * connection errors. After a connection error, the command may or may not have been carried out.
 */
export async function performChatCommand(tools: Tools, command: ChatCommand): Promise<CommandAnswer> {
  const handle: Handler<never> = HANDLERS[command.kind];
  const begunMs = tools.deps.monotonicMs();
  const perform = async () => {
    if (tools.deps.monotonicMs() - begunMs > WAIT_MS) return refused("unavailable", NOT_BEGUN);
    const chat = await readChat(tools.deps.table, tools.session.instance_id, command.chat);
    return chat ? handle(tools, chat, command as never) : refused("chat_not_found"); // the table pairs them
  };
  return command.kind === "show_typing" ? perform() : tools.chats.oneAtATime(perform);
}
