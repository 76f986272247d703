import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { NotAdded } from "../../core/contracts/groups/create-group.ts";
import type { NetworkGroup } from "../../core/domain/groups/group.ts";
import { notAddedReason } from "../../core/domain/groups/member-outcome.ts";
import { personChat, phoneOfPerson } from "../../core/domain/messages/chat-id.ts";
import { giveBackAction, takeAction } from "../../core/operations/protection/take-action.ts";
import {
  giveBackNewcomers,
  type JudgedNewcomer,
  requireGroupPlaces,
  type TakenPlaces,
  takeGroupPeople,
} from "../../core/operations/protection/take-newcomers.ts";
import { type GroupCreation, groupCreations, madePlace, noteMade } from "../../core/records/chats/group-creation.ts";
import type { CommandAnswer, CommandResults, GroupPlan } from "../../core/records/command.ts";
import { FenceLost, transactFenced } from "../../core/records/fence.ts";
import { networkIdFrom } from "../../core/records/network-id.ts";
import { keys } from "../../core/store/keys.ts";
import type { Write } from "../../core/store/table.ts";
import type { MemberAnswer } from "../baileys/queries/group-side.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { storeCopy } from "./change-group.ts";
import type { CommandTools } from "./command-tools.ts";
import { GROUP_PICTURE, givenPicture, PictureRefused } from "./given-picture.ts";
import { asked } from "./group-answers.ts";
import { inNetworkForms } from "./in-network-forms.ts";
import { refuseOwnNumber } from "./refuse-own-number.ts";

/**
 * The time limits for creating a group, for loading the group list to look for a group whose creation got no response,
 * and for setting the picture.
 */
const CREATE_MS = 10_000;
const LOOK_MS = 6_000;
const PICTURE_MS = 4_000;

type Made = CommandResults["create_group"];

/**
 * Creates a group with everything but its picture in one query, then sets the picture. Every person who has never sent
 * a message must first get one of the day's places for new people. Otherwise, the group is not created. A retry under
 * the same key first looks for the group, so it is created only once.
 * @throws ApiError; NetworkRefusal; AnswerUnknown if the group may have been created; FenceLost.
 */
export async function createGroup(tools: CommandTools, plan: GroupPlan): Promise<CommandAnswer> {
  try {
    const jpeg = plan.picture && (await givenPicture(tools.deps, plan.picture, GROUP_PICTURE));
    refuseOwnNumber(tools, plan.people);
    const made = await makeOnce(tools, plan);
    const has_picture = jpeg !== null && (await isPictureSet(tools, made.group, jpeg));
    const result: Made = { ...made, has_picture };
    return { ok: true, result };
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return { ok: false, code: "validation_failed", errors: { picture: [error.message] } };
  }
}

type Group = Omit<Made, "has_picture">;

/** Returns the plan's group: either one created by an earlier attempt, or a new group. */
async function makeOnce(tools: CommandTools, plan: GroupPlan): Promise<Group> {
  const { deps, session } = tools;
  const creation = plan.place === null ? null : await groupCreations.read(deps.table, session.instance_id, plan.place);
  if (creation?.group !== undefined) return { group: creation.group, not_added: creation.not_added ?? [] };
  if (creation?.asked) {
    const lost = await look(tools, plan, creation);
    if (lost) return found(tools, plan, lost);
  }
  return make(tools, plan, creation);
}

/**
 * Charges everything that a new group needs, has the network create the group, and gives back charges that turned out
 * to be unnecessary.
 */
async function make(tools: CommandTools, given: GroupPlan, creation: GroupCreation | null): Promise<Group> {
  const { deps, session, network } = tools;
  const { instance_id: instance, fence } = session;
  let plan = given;
  const begun_ms = creation?.begun_ms ?? deps.clock.now().getTime();
  const deed = creation?.deed ?? (await takeAction(deps, instance, "groups_created", 1, fence));
  let places: TakenPlaces | null = null;
  const giveBack = async () => {
    // Record this before giving back the charge. If the process dies in between, the action stays charged. In the
    // opposite order, the next attempt would give the charge back a second time.
    await note(tools, plan, [], { gone: ["deed", "asked"] });
    await giveBackAction(deps, instance, deed, fence);
    if (places) await giveBackNewcomers(deps, session, places, places.people);
  };
  let judged: JudgedNewcomer[];
  try {
    // Check this before querying the network about any of these people, because queries about strangers hurt the
    // number.
    await requireGroupPlaces(deps, instance, given.people);
    plan = { ...given, people: await inNetworkForms(tools, given.people) };
    ({ judged, places } = await takeGroupPeople(deps, session, plan.people, plan.key));
    await note(tools, plan, [], { set: { deed, asked: true } });
  } catch (error) {
    if (!(error instanceof FenceLost)) await giveBack();
    throw error;
  }
  try {
    const { subject, description, settings, people } = plan;
    const order = () => network.createGroup({ key: networkIdFrom(plan.key), subject, description, settings, people });
    const { group, answers } = await asked("a new group", order, CREATE_MS);
    return await keep(tools, plan, group, answers, judged, places);
  } catch (error) {
    if (error instanceof FenceLost) throw error;
    if (!(error instanceof AnswerUnknown)) {
      await giveBack();
      throw error;
    }
    const lost = await look(tools, plan, { begun_ms }).catch((unseen: unknown) => {
      throw unseen instanceof FenceLost ? unseen : error;
    });
    if (lost === null) throw error; // it may still be created, so everything stays charged
    return found(tools, plan, lost);
  }
}

/** Stores a group that the network created, and gives back the places of people who were not added. */
async function keep(
  tools: CommandTools,
  plan: GroupPlan,
  group: NetworkGroup,
  answers: MemberAnswer[],
  judged: JudgedNewcomer[],
  places: TakenPlaces,
): Promise<Group> {
  const out = answers.filter(({ code }) => code !== DONE);
  const not_added = out.map(({ id, phone, code }): NotAdded => ({ id, phone, reason: notAddedReason(code) }));
  await store(tools, plan, group, not_added);
  const left = out.flatMap(({ person }) => judged.filter(({ given }) => given === person).map((one) => one.person));
  if (left.length > 0) await giveBackNewcomers(tools.deps, tools.session, places, left);
  return { group: group.id, not_added };
}
const DONE = 200;

/**
 * Stores a group whose response was lost. People missing from the group count as not accepted, but their places stay
 * charged.
 */
async function found(tools: CommandTools, plan: GroupPlan, group: NetworkGroup): Promise<Group> {
  const isIn = (person: string) => group.members.some(({ id, phone }) => id === person || phone === person);
  const out = plan.people.filter((person) => !isIn(person));
  const not_added = out.map(
    (person): NotAdded => ({ id: personChat(person), phone: phoneOfPerson(person), reason: "refused" }),
  );
  await store(tools, plan, group, not_added);
  return { group: group.id, not_added };
}

async function store(tools: CommandTools, plan: GroupPlan, group: NetworkGroup, not_added: NotAdded[]): Promise<void> {
  const { deps, session, network, groups } = tools;
  await groups.stored(group.id, { kind: "whole", group, my_role: network.ownRole(group.members) });
  const made = noteMade(session.instance_id, group.id, plan.key, deps.clock.now());
  await note(tools, plan, [made], { set: { group: group.id, not_added } });
}

/** Records how far the creation of the group with this key has progressed. */
async function note(
  { deps, session }: CommandTools,
  { place }: GroupPlan,
  also: Write[],
  change: { set?: Partial<GroupCreation>; gone?: (keyof GroupCreation)[] },
): Promise<void> {
  const { instance_id: instance, fence } = session;
  const noted: Write[] =
    place === null
      ? []
      : [
          {
            update: keys.idempotency(instance, place),
            ...(change.set && { set: { ...change.set } }),
            ...(change.gone && { remove: change.gone }),
            if: [{ item: "exists" }],
          },
        ];
  const writes = [...noted, ...also];
  if (writes.length > 0) await transactFenced(deps.table, instance, fence, writes);
}

/** How far the network's clock can be behind ours. */
const CLOCK_MS = MINUTE_MS;

/**
 * Looks for the group created by an earlier attempt whose answer was lost: one of our groups that has the same subject,
 * was created after the first attempt started, and isn't assigned to another key. @throws AnswerUnknown or
 * NetworkRefusal if this can't be determined. In that case, no group is created.
 */
async function look(
  { deps, session, network }: CommandTools,
  { subject, key }: GroupPlan,
  { begun_ms }: Pick<GroupCreation, "begun_ms">,
): Promise<NetworkGroup | null> {
  const { instance_id: instance } = session;
  const like = await asked("the groups", () => likeGroups(network, subject, begun_ms - CLOCK_MS), LOOK_MS);
  const marks = await deps.table.getMany(like.map(({ id }) => keys.idempotency(instance, madePlace(id))));
  const others = new Set(marks.filter((mark) => mark.key !== key).map(({ sk }) => sk));
  return like.find(({ id }) => !others.has(madePlace(id))) ?? null;
}

/** Returns our own groups with this subject that were created since `sinceMs` (epoch ms). */
async function likeGroups(network: CommandTools["network"], subject: string, sinceMs: number): Promise<NetworkGroup[]> {
  const like: NetworkGroup[] = [];
  for await (const group of network.listGroups(() => false)) {
    const isNew = (group.made_at?.getTime() ?? 0) >= sinceMs;
    if (isNew && group.subject === subject && network.ownRole(group.members) === "owner") like.push(group);
  }
  return like;
}

/** Sets the new group's picture. @returns whether the picture was set. If not, the group still exists. */
async function isPictureSet(tools: CommandTools, group: string, jpeg: Buffer): Promise<boolean> {
  const { deps, session, network, groups } = tools;
  try {
    const picture_id = await asked("a group's picture", () => network.changePicture(group, jpeg), PICTURE_MS);
    const picture_copy = await storeCopy(tools, jpeg);
    await groups.stored(group, { kind: "changed", picture_id, ...(picture_copy && { picture_copy }) });
    return true;
  } catch (error) {
    if (error instanceof FenceLost) throw error;
    deps.log.warn({ instance_id: session.instance_id, error: String(error) }, "a new group's picture could not be set");
    return false;
  }
}
