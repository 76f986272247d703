import type { GroupMemberResult } from "../../contracts/groups/members.ts";
import type { MemberAction } from "../../domain/groups/member-outcome.ts";
import { ApiError } from "../../errors.ts";
import type { ChangedMember } from "../../records/command.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { type AcceptDeps, acceptMessage } from "../messages/accept-message.ts";
import { findPeople } from "./find-people.ts";
import { requireChangeable } from "./require-changeable.ts";
import { type FoundGroup, requireGroup } from "./require-group.ts";

/** The group and the people that a request is about. */
export interface AskedMembers {
  group: string;
  /** Phone digits or private IDs. */
  people: string[];
}

/** Whether to send an invitation to people who can't be added directly, and which account to charge for the message. */
export interface InviteWish {
  caller_account: string;
  messages_per_day: number | null;
}

/**
 * Adds people to a group. If the request asks for invitations, people who can't be added because of their privacy
 * settings get an invitation message. The invitation is sent like any other message, so it counts as a first message if
 * the person has never messaged the number. Spec: POST …/groups/{group}/participants.
 * @throws ApiError `group_not_found`, `conflict`, `limit_reached`, `not_connected` …
 */
export async function addMembers(
  deps: AcceptDeps,
  instance: InstanceRecord,
  asked: AskedMembers,
  wish: InviteWish | null,
): Promise<GroupMemberResult[]> {
  const { found, answers } = await run(deps, instance, "add", asked);
  const results: GroupMemberResult[] = [];
  for (const answer of answers) {
    const isInvited = wish !== null && (await isAccepted(deps, instance, found, answer, wish));
    results.push(isInvited ? { ...shown(answer), result: "invited", reason: null } : shown(answer));
  }
  return results;
}

/**
 * Removes, promotes or demotes people in a group. @throws ApiError like `addMembers`, except for the errors about its
 * limits.
 */
export async function changeMembers(
  deps: AcceptDeps,
  instance: InstanceRecord,
  deed: Exclude<MemberAction, "add">,
  asked: AskedMembers,
): Promise<GroupMemberResult[]> {
  return (await run(deps, instance, deed, asked)).answers.map(shown);
}

async function run(deps: AcceptDeps, instance: InstanceRecord, deed: MemberAction, { group, people }: AskedMembers) {
  const found = await requireGroup(deps.table, instance, group);
  requireChangeable(instance, found, { admin: deed !== "add" || found.record.settings?.add_admins_only === true });
  const named = await findPeople(deps.table, instance.id, found, people);
  const command = { group, kind: "change_members" as const, deed, people: named };
  const { answers } = await requireResult<"change_members">(deps, instance, command);
  return { found, answers };
}

const shown = ({ id, phone, result, reason }: ChangedMember): GroupMemberResult => ({ id, phone, result, reason });

/** Invites a person if necessary and possible. Returns whether the invitation message was accepted. */
async function isAccepted(
  deps: AcceptDeps,
  instance: InstanceRecord,
  { group, record }: FoundGroup,
  { id, phone, invite, reason }: ChangedMember,
  { caller_account, messages_per_day }: InviteWish,
): Promise<boolean> {
  if (reason !== "privacy" || invite === null) return false;
  const subject = record.subject ?? record.name ?? "";
  const content = {
    ...{ kind: "text" as const, text: `Invitation to the group “${subject}”`, link_preview: false, mentions: [] },
    group_invitation: { group, subject, ...invite },
  };
  const recipient = phone === null ? { to: null, chat_id: id } : { to: phone, chat_id: null };
  const request = { caller_account, instance, ...recipient, content, messages_per_day, origin: "api" as const };
  try {
    await acceptMessage(deps, { ...request, idempotency_key: null, send_at: null });
    return true;
  } catch (error) {
    // If the backlog is full or the plan's daily messages are used up, report the person as not invited.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
