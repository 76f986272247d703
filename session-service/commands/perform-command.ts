import { DAY_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { ErrorCode } from "../../core/contracts/error-codes.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { leftAt, mayHaveArrived } from "../../core/domain/messages/may-have-arrived.ts";
import { mayEdit } from "../../core/domain/messages/who-may.ts";
import { readChatUpTo } from "../../core/operations/chats/read-chat-up-to.ts";
import { recordDeletion } from "../../core/operations/receiving/record-deletion.ts";
import { recordEdit } from "../../core/operations/receiving/record-edit.ts";
import { recordReaction } from "../../core/operations/receiving/record-reaction.ts";
import type { CommandAnswer, MessageCommand } from "../../core/records/command.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { MessageAct } from "../baileys/outbound/acts.ts";
import { readStoredMessage } from "../baileys/outbound/read-stored-message.ts";
import { parseOwnPhone, parseParty } from "../baileys/shared/network-ids.ts";
import type { CommandTools } from "./command-tools.ts";
import { mayDelete } from "./may-delete.ts";

/**
 * How long to wait for the network's acknowledgement. The acknowledgement is recorded even if it arrives after the
 * caller's own time limit.
 */
const ACKNOWLEDGEMENT_MS = MINUTE_MS;
const RETRY_SEC = 5;

/** The types of messages whose text or caption can be edited on the network. */
const HAVE_TEXT = new Set<MessageRecord["type"]>(["text", "image", "video", "document"]);

type SentMessage = MessageRecord & { network_id: string };

type Handler<C> = (tools: CommandTools, command: C, message: SentMessage) => Promise<CommandAnswer>;

const HANDLERS: { [K in MessageCommand["kind"]]: Handler<Extract<MessageCommand, { kind: K }>> } = {
  async edit(tools, { text }, message) {
    if (!mayEdit(message) || !HAVE_TEXT.has(message.type)) {
      return refused("conflict", "Only texts and captions that this instance sent can be edited.");
    }
    if (isOlder(tools, message, LIMITS.editMinutes * MINUTE_MS)) {
      return refused("conflict", `A message can be edited for ${LIMITS.editMinutes} minutes after it was sent.`);
    }
    return act(tools, message, { kind: "edit", text }, (change) => recordEdit(tools.deps, { ...change, text }));
  },

  async delete(tools, _command, message) {
    if (!(await mayDelete(tools, message))) {
      return refused(
        "conflict",
        "Only the instance's own messages can be deleted, and in groups where the instance is an admin, also the messages of others.",
      );
    }
    if (isOlder(tools, message, LIMITS.deleteDays * DAY_MS)) {
      return refused("conflict", `A message can be deleted for ${LIMITS.deleteDays} days after it was sent.`);
    }
    return act(tools, message, { kind: "delete" }, (change) => recordDeletion(tools.deps, change));
  },

  async react(tools, { emoji }, message) {
    const by = parseOwnPhone(tools.network.ownId() ?? "");
    const record = (change: Change) => recordReaction(tools.deps, { ...change, by, emoji });
    if (parseParty(message.chat_id ?? "").kind !== "channel") {
      return act(tools, message, { kind: "react", emoji }, record);
    }
    if (message.network_server_id === null) {
      return refused("conflict", "The channel has not numbered this message yet. Try again in a moment.");
    }
    const id = tools.session.newNetworkId();
    if (!tools.session.mayAct()) return tryAgain();
    await tools.network.reactInChannel(message.chat_id ?? "", message.network_server_id, emoji, id);
    return recordTaken(tools, message, id, record);
  },

  async read(tools, _command, message) {
    if (message.direction !== "in") return refused("conflict", "Only received messages can be marked as read.");
    await tools.network.markRead(await chatOf(tools, message), [message]);
    const { person, chat_id, network_id } = message;
    await readChatUpTo(tools.deps, tools.session, {
      person,
      chat_id: chat_id ?? "",
      network_id,
      author: authorOf(message),
    });
    return { ok: true };
  },
};

/**
 * Carries out a command on a message on the network, and records the change once the network has accepted it. @throws
 * FenceLost, and connection errors, after which the command may or may not have been carried out.
 */
export async function performCommand(tools: CommandTools, command: MessageCommand): Promise<CommandAnswer> {
  const { deps, session } = tools;
  const message = await readStoredMessage(deps, session, command.message_id);
  if (!message) return refused("message_not_found");
  if (message.deleted_at !== null) return refused("conflict", "The message was deleted.");
  const { network_id } = message;
  if (network_id === null || message.step !== "done") return refused("conflict", "The message has not been sent yet.");
  // Only a deletion is of use if it is unknown whether the message arrived.
  const isSent = command.kind === "delete" ? mayHaveArrived(message) : message.status !== "failed";
  if (!isSent) return refused("conflict", "The message was not sent.");
  const handle: Handler<never> = HANDLERS[command.kind];
  return handle(tools, command as never, { ...message, network_id }); // the table pairs each kind with its handler
}

/** Creates a refusal with one of the API's error codes. */
export function refused(code: ErrorCode, message?: string): Extract<CommandAnswer, { ok: false }> {
  return { ok: false, code, ...(message !== undefined && { message }) };
}

/** Returns a "try again" answer, which means that the command may or may not have been carried out. */
export const tryAgain = (): Extract<CommandAnswer, { ok: false }> => ({
  ok: false,
  code: "unavailable",
  retry_after_sec: RETRY_SEC,
});

type Change = ReturnType<typeof changeOf>;

/** Sends an act on a message and, once the network has accepted it, records it. */
async function act(
  tools: CommandTools,
  message: SentMessage,
  what: MessageAct,
  record: (change: Change) => Promise<boolean>,
): Promise<CommandAnswer> {
  const { session, network } = tools;
  const chat = await chatOf(tools, message);
  const bytes = await network.encodeAct(chat, message, what);
  if (!bytes) return refused("conflict", "Not enough of this message is stored to change it.");
  // A change to a channel post is sent under the post's own ID.
  const id = parseParty(chat).kind === "channel" ? message.network_id : session.newNetworkId();
  if (!session.mayAct()) return tryAgain();
  await session.relay(chat, id, bytes);
  return recordTaken(tools, message, id, record);
}

/** Waits until the network accepts the act sent under this ID, and only then records it. */
async function recordTaken(
  tools: CommandTools,
  message: SentMessage,
  id: string,
  record: (change: Change) => Promise<boolean>,
): Promise<CommandAnswer> {
  const answer = await tools.session.acknowledged(id, AbortSignal.timeout(ACKNOWLEDGEMENT_MS));
  if (!answer) return tryAgain();
  if (answer.error !== null) return refused(answer.error === "463" ? "messenger_restricted" : "messenger_refused");
  await record(changeOf(tools, message));
  return { ok: true };
}

/** Creates the record of our change to this message, with the current time. */
function changeOf({ deps, session }: CommandTools, message: SentMessage) {
  return {
    account_id: session.account_id,
    instance_id: session.instance_id,
    fence: session.fence,
    network_id: message.network_id,
    author: authorOf(message),
    at: deps.clock.now(),
    journal: null,
  };
}

/**
 * Returns the message's author under the name stored with its network id. In groups, this is the participant, not the
 * chat.
 */
const authorOf = ({ direction, person, participant }: SentMessage): string =>
  direction === "out" ? "out" : (person ?? participant ?? "");

const chatOf = ({ session }: CommandTools, { phone, chat_id, network_chat }: MessageRecord) =>
  session.resolveChat(phone, network_chat ?? chat_id);

const isOlder = ({ deps }: CommandTools, message: MessageRecord, ageMs: number): boolean =>
  deps.clock.now().getTime() - leftAt(message) > ageMs;
