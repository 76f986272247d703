import type { GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { type GroupWatch, memberIds } from "../groups/group-watch.ts";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";

/**
 * Finds the ids to use in a chat. Everyone has a phone id and usually a private id, and each chat uses one of the two.
 */
export interface Addressing {
  /**
   * Returns the group's members and rules. @throws CannotPrepare `chat_not_found` if the group does not exist or we
   * aren't in it.
   */
  group(chat: string): Promise<GroupMetadata>;
  /** Returns our own id in the form that this chat uses. */
  own(chat: string): Promise<string>;
  /** Returns a person's id in the form that this chat uses. @param who a phone's digits, or a network id. */
  person(chat: string, who: string): Promise<string>;
}

const A_GROUP = "a group";
/**
 * The maximum number of times to query a group that changes during the query. After that, the latest response is used.
 */
const TRIES = 3;

/** The error codes that mean a group query was refused: malformed, not a member, forbidden, not found. */
const NO_SUCH_GROUP = new Set([400, 401, 403, 404]);

/** Addresses chats using the network's responses and the id pairs that the session has stored. */
export function chatAddressing(
  sock: WASocket,
  groups: SessionCaches["groups"],
  watch: GroupWatch,
  monotonicMs: () => number,
): Addressing {
  async function group(chat: string): Promise<GroupMetadata> {
    const known = groups.get<GroupMetadata>(chat);
    if (known) return known;
    for (let tries = 1; ; tries++) {
      const moment = watch.groupMoment();
      const found = await askFor(chat);
      const isOld = watch.groupChangedSince(chat, moment);
      if (isOld && tries < TRIES) continue;
      await watch.checkGroupKey(chat, idsIn(found, sock));
      if (!isOld) groups.set(chat, found);
      return found;
    }
  }

  async function askFor(chat: string): Promise<GroupMetadata> {
    let found: GroupMetadata;
    try {
      found = await knownAnswer(A_GROUP, monotonicMs, () => sock.groupMetadata(chat));
    } catch (error) {
      // The library's parser throws this for a response without a group.
      if (error instanceof TypeError) throw new AnswerUnknown(A_GROUP);
      if (error instanceof AnswerUnknown || !NO_SUCH_GROUP.has(codeOf(error))) throw error;
      throw new CannotPrepare("chat_not_found", `the network refuses the group (${codeOf(error)})`);
    }
    // We are a member ourselves, so a response without members, or about another group, is invalid.
    if (found.id !== chat || found.participants.length === 0) throw new AnswerUnknown(A_GROUP);
    return found;
  }

  async function usesPrivateIds(chat: string): Promise<boolean> {
    const { kind } = parseParty(chat);
    // As in the library, a group without an addressing mode uses private ids.
    return kind === "group" ? (await group(chat)).addressingMode !== "pn" : kind === "private";
  }

  return {
    group,
    async own(chat) {
      const { me } = sock.authState.creds;
      if (!me) throw new Error("The session is not linked.");
      return withoutDevice((await usesPrivateIds(chat)) ? (me.lid ?? me.id) : me.id);
    },
    async person(chat, who) {
      const id = /^\d+$/.test(who) ? phoneChat(who) : withoutDevice(who);
      const party = parseParty(id);
      const isPrivate = await usesPrivateIds(chat);
      const { lidMapping } = sock.signalRepository;
      if (party.kind === "phone" && isPrivate) {
        const found = await knownAnswer("the private id of a phone", monotonicMs, () => lidMapping.getLIDForPN(id));
        return found ? withoutDevice(found) : id;
      }
      if (party.kind === "private" && !isPrivate) {
        const phone = await lidMapping.getPNForLID(id);
        return phone ? withoutDevice(phone) : id;
      }
      return id;
    },
  };
}

/** Returns all ids of everyone in a group, including our own. */
function idsIn(group: GroupMetadata, sock: WASocket): Set<string> {
  const { me } = sock.authState.creds;
  return new Set([...memberIds(group), ...[me?.id, me?.lid].flatMap((id) => (id ? [withoutDevice(id)] : []))]);
}

/** Returns the network's code for a refused query, or NaN if the error isn't a refusal. */
function codeOf(error: unknown): number {
  return error instanceof Error ? Number(Reflect.get(error, "data")) : Number.NaN;
}
