import { LIMITS } from "../../core/contracts/limits.ts";
import type { NetworkGroup } from "../../core/domain/groups/group.ts";
import { ApiError } from "../../core/errors.ts";
import { groupRecords } from "../../core/records/chats/group.ts";
import type { CommandAnswer, GroupCommand, PreviewedGroup } from "../../core/records/command.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import { changeGroup } from "./change-group.ts";
import { changeMembers } from "./change-members.ts";
import type { CommandTools } from "./command-tools.ts";
import { createGroup } from "./create-group.ts";
import { PictureRefused } from "./given-picture.ts";
import { asked, counted, groupError, groupQuestion, notDone, readBack } from "./group-answers.ts";
import { answerJoinRequests } from "./join-requests.ts";

type Handler<C> = (tools: CommandTools, command: C) => Promise<CommandAnswer>;

/** The network's codes for an invalid invite: one that is malformed, doesn't lead to a group, or was withdrawn. */
const NO_INVITE: ReadonlySet<number> = new Set([400, 404, 406, 410]);
const ALREADY = 409;

const HANDLERS: { [K in GroupCommand["kind"]]: Handler<Extract<GroupCommand, { kind: K }>> } = {
  async change_group(tools, { group, change }) {
    try {
      await changeGroup(tools, group, change);
      return { ok: true };
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      return { ok: false, code: "validation_failed", errors: { picture: [error.message] } };
    }
  },

  async leave_group(tools, { group }) {
    try {
      await asked("the leave of a group", () => tools.network.leaveGroup(group));
    } catch (error) {
      // Despite the error, the number may have left the group, or may never have been a member.
      const found = await seenAfter(tools, group, error);
      if (found.role !== null) throw error instanceof AnswerUnknown ? notDone() : error;
      return { ok: true };
    }
    await tools.groups.stored(group, { kind: "left" });
    return { ok: true };
  },

  async read_invite(tools, { group }) {
    return { ok: true, result: { code: await inviteOf(tools, group) } };
  },

  async revoke_invite(tools, { group }) {
    const before = await inviteOf(tools, group);
    const code = await counted(tools, "invite_revokes", async () => {
      try {
        return await asked("the revoke of an invite", () => tools.network.revokeInvite(group));
      } catch (error) {
        if (!(error instanceof AnswerUnknown)) throw await groupError(tools, group, error);
        const now = await inviteOf(tools, group).catch(() => null);
        if (now === null) throw error;
        if (now === before) throw notDone();
        return now;
      }
    });
    return { ok: true, result: { code } };
  },

  async preview_group(tools, { invite }) {
    return { ok: true, result: await previewed(tools, await invitedTo(tools, invite)) };
  },

  /**
   * Checks the invite first. An invalid invite, or one for a group that the number is already in, must not be charged
   * as a join.
   */
  async join_group(tools, { invite }) {
    const { id } = await invitedTo(tools, invite);
    if (await isIn(tools, id)) return { ok: true, result: { group: id, requested: false } };
    const joined = await counted(tools, "group_joins", () => join(tools, id, invite));
    return { ok: true, result: joined };
  },

  async read_join_requests(tools, { group }) {
    const found = await groupQuestion(tools, group, "requests to join", () => tools.network.readRequests(group));
    const requests = found.slice(0, LIMITS.joinRequestsShownMax).map(({ id, phone, requested_at }) => ({
      id,
      phone,
      requested_at: requested_at?.toISOString() ?? null,
    }));
    return { ok: true, result: { requests } };
  },

  async answer_join_requests(tools, command) {
    return { ok: true, result: { answers: await answerJoinRequests(tools, command) } };
  },

  create_group: createGroup,
  change_members: changeMembers,
};

const inviteOf = (tools: CommandTools, group: string): Promise<string> =>
  groupQuestion(tools, group, "an invite", () => tools.network.readInvite(group));

/** Returns the group that an invite leads to. @throws ApiError `group_not_found` */
async function invitedTo({ network }: CommandTools, invite: string): Promise<NetworkGroup> {
  try {
    return await asked("the group of an invite", () => network.previewInvite(invite));
  } catch (error) {
    throw error instanceof NetworkRefusal && NO_INVITE.has(error.code) ? new ApiError("group_not_found") : error;
  }
}

/**
 * Checks with the network whether the number is still in a group that it used to be in, and updates our copy of the
 * group.
 */
async function isIn(tools: CommandTools, group: string): Promise<boolean> {
  const { deps, session } = tools;
  const known = await groupRecords.read(deps.table, session.instance_id, group);
  if (known?.my_role === undefined) return false;
  return (await readBack(tools, group)).role !== null;
}

/** Joins the group or requests to join it. If the number is a member afterwards, stores the whole group. */
async function join(
  tools: CommandTools,
  group: string,
  invite: string,
): Promise<{ group: string; requested: boolean }> {
  try {
    const joined = await asked("the join of a group", () => tools.network.joinByInvite(invite));
    if (!joined.requested) await readBack(tools, group);
    return { group, requested: joined.requested };
  } catch (error) {
    if (error instanceof NetworkRefusal && NO_INVITE.has(error.code)) throw new ApiError("group_not_found");
    const isAlready = error instanceof NetworkRefusal && error.code === ALREADY;
    if (!isAlready && !(error instanceof AnswerUnknown)) throw error;
    // Without a response from the network, we can't tell whether a request to join was made.
    const { role } = await readBack(tools, group);
    if (role === null) throw error;
    return { group, requested: false };
  }
}

/**
 * Loads the group after an error that leaves it unclear whether the number is in it. @throws the same error if the
 * group can't be loaded.
 */
async function seenAfter(tools: CommandTools, group: string, error: unknown) {
  try {
    return await readBack(tools, group);
  } catch (unread) {
    throw unread instanceof AnswerUnknown ? error : unread;
  }
}

async function previewed({ deps, session }: CommandTools, group: NetworkGroup): Promise<PreviewedGroup> {
  const known = await groupRecords.read(deps.table, session.instance_id, group.id);
  const { members: _members, made_at, description, ...head } = group;
  return {
    ...head,
    made_at: made_at?.toISOString() ?? null,
    description: description?.body ?? null,
    my_role: known?.my_role ?? null,
  };
}

/**
 * Carries out a command on a group. @throws ApiError, PartlyDone, NetworkRefusal, FenceLost, and AnswerUnknown. After
 * AnswerUnknown, the command may or may not have been carried out.
 */
export async function performGroupCommand(tools: CommandTools, command: GroupCommand): Promise<CommandAnswer> {
  const handle: Handler<never> = HANDLERS[command.kind];
  return handle(tools, command as never); // the table pairs each kind with its handler
}
