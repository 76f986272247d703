import type { GroupMember } from "../../core/domain/groups/group.ts";
import { DONE_RESULT, type MemberAction, memberOutcome } from "../../core/domain/groups/member-outcome.ts";
import { personChat, phoneOfPerson } from "../../core/domain/messages/chat-id.ts";
import { ApiError } from "../../core/errors.ts";
import { giveBackAction, takeLeftActions } from "../../core/operations/protection/take-action.ts";
import { takeAddingCall } from "../../core/operations/protection/take-adding-call.ts";
import {
  giveBackNewcomers,
  type JudgedNewcomer,
  judgePeople,
  takeNewcomers,
} from "../../core/operations/protection/take-newcomers.ts";
import type { ChangedMember, CommandAnswer, GroupCommand } from "../../core/records/command.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { MemberAnswer } from "../baileys/queries/group-side.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import type { CommandTools } from "./command-tools.ts";
import { asked, groupError, readBack } from "./group-answers.ts";
import { inGroupForms } from "./in-network-forms.ts";
import { refuseOwnNumber } from "./refuse-own-number.ts";

/** How long to wait for the network to add people. Other changes use the default time. */
const ADD_MS = 12_000;

type Command = Extract<GroupCommand, { kind: "change_members" }>;

/**
 * Adds people to a group, or removes, promotes or demotes them. Returns one outcome per person, in the given order.
 * @throws ApiError; NetworkRefusal; AnswerUnknown if the change may have been made; FenceLost.
 */
export async function changeMembers(tools: CommandTools, command: Command): Promise<CommandAnswer> {
  refuseOwnNumber(tools, command.people);
  if (command.deed === "add") return { ok: true, result: { answers: await add(tools, command) } };
  const people = new Set(await inGroupForms(tools, command.group, command.people, { isCounted: true }));
  return { ok: true, result: { answers: await change(tools, command, [...people]) } };
}

/** Requests the change, and stores the part of it that was made. */
async function change(tools: CommandTools, { group, deed }: Command, people: string[]): Promise<ChangedMember[]> {
  const { network, groups } = tools;
  try {
    const order = () => network.changeMembers(group, deed, people);
    const answers = await asked("members of a group", order, deed === "add" ? ADD_MS : undefined);
    const members = answers.flatMap(({ id, phone, code }) => (code === 200 ? [{ id, phone, role: ROLES[deed] }] : []));
    if (members.length > 0) await groups.stored(group, { kind: "members", deed: CHANGES[deed], members, of_us: false });
    return answers.map((answer) => changed(deed, answer));
  } catch (error) {
    if (!(error instanceof AnswerUnknown)) throw await groupError(tools, group, error);
    const found = await readBack(tools, group);
    if (found.group === null) throw new ApiError("group_not_found");
    const { members } = found.group;
    return people.map((person) => seen(deed, person, members));
  }
}

const CHANGES = { add: "join", remove: "leave", promote: "promote", demote: "demote" } as const;
const ROLES = { add: "member", remove: "member", promote: "admin", demote: "member" } as const;

function changed(deed: MemberAction, { person, id, phone, code, invite }: MemberAnswer): ChangedMember {
  const needs = invite && { code: invite.code, expires_at: invite.expires_at?.toISOString() ?? null };
  return { person, id, phone, ...memberOutcome(deed, code), invite: needs };
}

/** Returns the outcome for a person, judging by the group itself. Used if the network's response was lost. */
function seen(deed: MemberAction, person: string, members: readonly GroupMember[]): ChangedMember {
  const member = members.find(({ id, phone }) => id === person || phone === person);
  const isAdmin = member !== undefined && member.role !== "member";
  const isDone = { add: member, remove: !member, promote: isAdmin, demote: member && !isAdmin }[deed];
  const named = member ? { id: member.id, phone: member.phone } : nameOf(person);
  const outcome = isDone
    ? ({ result: DONE_RESULT[deed], reason: null } as const)
    : ({ result: "refused", reason: "other" } as const);
  return { person, ...named, ...outcome, invite: null };
}

const nameOf = (person: string) => ({ id: personChat(person), phone: phoneOfPerson(person) });

/**
 * Adds as many people as the number's protection allows. Number forms are queried only for those who can be added now,
 * and only once a minute.
 */
async function add(tools: CommandTools, command: Command): Promise<ChangedMember[]> {
  const { deps, session } = tools;
  const first = await judgePeople(deps, session.instance_id, command.people);
  const open = first.flatMap(({ given, hold }) => (hold === null ? [given] : []));
  if (open.length === 0) return first.map(held);
  await takeAddingCall(deps, session);
  const forms = await inGroupForms(tools, command.group, open, { isCounted: false });
  const answers = await addOpen(tools, command, [...new Set(forms)]);
  const byForm = new Map(answers.map((answer) => [answer.person, answer]));
  const all = first.map((one) => byForm.get(forms[open.indexOf(one.given)] ?? "") ?? held(one));
  return [...new Set(all)];
}

/**
 * Adds people, whose numbers must be in the network's form. People who have never sent a message need one of the day's
 * places for new people; everyone else needs one of the day's adds. If the network did not add a person, their place or
 * add is given back.
 */
async function addOpen(tools: CommandTools, command: Command, people: string[]): Promise<ChangedMember[]> {
  const { deps, session } = tools;
  const { instance_id: instance, fence } = session;
  const mark = session.newNetworkId();
  const { judged, places } = await takeNewcomers(deps, session, people, mark);
  const known = judged.filter(({ has_written }) => has_written);
  const { taken, isFull } = await takeLeftActions(deps, instance, "group_adds", known.length, fence);
  const over = new Set(known.slice(taken?.count ?? 0));
  const decided = judged.map((one) => (over.has(one) ? { ...one, hold: "daily_cap" as const } : one));
  const going = decided.filter(({ hold }) => hold === null);
  if (going.length === 0) {
    if (over.size > 0) throw isFull;
    return decided.map(held);
  }
  const giveBack = async (some: JudgedNewcomer[]) => {
    await giveBackNewcomers(
      deps,
      session,
      places,
      some.map(({ person }) => person),
    );
    const count = some.filter(({ has_written }) => has_written).length;
    if (taken && count > 0) await giveBackAction(deps, instance, { ...taken, count }, fence);
  };
  let answers: ChangedMember[];
  try {
    answers = await change(
      tools,
      command,
      going.map(({ given }) => given),
    );
  } catch (error) {
    if (!(error instanceof AnswerUnknown) && !(error instanceof FenceLost)) await giveBack(going);
    throw error;
  }
  const byPerson = new Map(answers.map((answer) => [answer.person, answer]));
  await giveBack(going.filter(({ given }) => byPerson.get(given)?.result !== "added"));
  return decided.map((one) => byPerson.get(one.given) ?? held(one));
}

/** Returns the outcome for a person who was held back, so the network was not asked to add them. */
const held = ({ given, person, hold }: JudgedNewcomer): ChangedMember => ({
  ...{ person: given, id: nameOf(given).id, phone: nameOf(person).phone },
  ...{ result: "refused", reason: hold ?? "other", invite: null },
});
