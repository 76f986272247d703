import { personChat, phoneOfPerson } from "../../core/domain/messages/chat-id.ts";
import { hasOneOwner, otherForm } from "../../core/domain/messages/written-forms.ts";
import { ApiError } from "../../core/errors.ts";
import type { GroupCommand, JoinRequestAnswer } from "../../core/records/command.ts";
import type { JoinRequest, MemberAnswer } from "../baileys/queries/group-side.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import type { CommandTools } from "./command-tools.ts";
import { asked, groupError, notDone, READ_BACK_MS, readBack } from "./group-answers.ts";

type Answering = Extract<GroupCommand, { kind: "answer_join_requests" }>;

const DONE = 200;
const GONE = 404;
/** The network's codes for a full group. */
const FULL: ReadonlySet<number> = new Set([419, 500]);
/**
 * The network's codes for a join request that doesn't exist, because it was withdrawn, already answered, or never made.
 */
const NO_REQUEST: ReadonlySet<number> = new Set([GONE, 409]);

/**
 * Answers requests to join a group, one by one, using either form of the number. Accepted people are stored as members.
 * @throws ApiError; AnswerUnknown if the network did not answer and the check afterwards is inconclusive;
 * NetworkRefusal; FenceLost.
 */
export async function answerJoinRequests(tools: CommandTools, command: Answering): Promise<JoinRequestAnswer[]> {
  const { group, answer, people } = command;
  try {
    const order = (some: string[]) =>
      asked("requests to join", () => tools.network.answerRequests(group, answer, some));
    const answers = await order(people);
    const others = people.flatMap((person) => formToTry(person, people, answers) ?? []);
    if (others.length > 0) answers.push(...(await order(others)));
    await storeMembers(tools, command, answers);
    return people.map((person) => outcome(answer, person, answers));
  } catch (error) {
    if (!(error instanceof AnswerUnknown)) throw await groupError(tools, group, error);
    return lookFor(tools, command, error);
  }
}

async function storeMembers({ groups }: CommandTools, { group, answer }: Answering, answers: MemberAnswer[]) {
  const members = answers
    .filter(({ code }) => answer === "approve" && code === DONE)
    .map(({ id, phone }) => ({ id, phone, role: "member" as const }));
  if (members.length > 0) await groups.stored(group, { kind: "members", deed: "join", members, of_us: false });
}

/**
 * If there is no request under a number, returns the number's other form, provided that both forms definitely have the
 * same owner.
 */
function formToTry(person: string, people: readonly string[], answers: readonly MemberAnswer[]): string | null {
  const form = ownersOtherForm(person);
  const isAsked = form !== null && people.includes(form);
  return isAsked || isThere(answers.find((answer) => answer.person === person)) ? null : form;
}

/**
 * Returns a number's other form. Returns null if the two forms may have different owners (an Argentine landline and
 * mobile), because a guess must never let anyone into a group. docs/decisions/0156, 0166.
 */
const ownersOtherForm = (person: string): string | null => (hasOneOwner(person) ? otherForm(person) : null);

const isThere = (answer: MemberAnswer | undefined): boolean => answer !== undefined && !NO_REQUEST.has(answer.code);

function outcome(asked: Answering["answer"], person: string, answers: MemberAnswer[]): JoinRequestAnswer {
  const own = answers.find((answer) => answer.person === person);
  const other = answers.find((answer) => answer.person === ownersOtherForm(person));
  const found = isThere(other) && !isThere(own) ? other : own;
  const who = found ?? named(person);
  const told = (result: JoinRequestAnswer["result"], reason: JoinRequestAnswer["reason"] = null) => ({
    person,
    id: who.id,
    phone: who.phone,
    result,
    reason,
  });
  if (found === undefined || NO_REQUEST.has(found.code)) return told("not_found");
  if (found.code === DONE) return told(asked === "approve" ? "approved" : "rejected");
  return told("refused", FULL.has(found.code) ? "group_full" : null);
}

/** Identifies a person by the id in the request, because the network returns nothing about unknown people. */
const named = (person: string) => ({ id: personChat(person), phone: phoneOfPerson(person) });

/**
 * Determines the result if the network didn't respond: accepted people are now members, and rejected people no longer
 * have a request.
 */
async function lookFor(tools: CommandTools, command: Answering, silence: AnswerUnknown): Promise<JoinRequestAnswer[]> {
  const { group, answer, people } = command;
  const still = await asked("requests to join", () => tools.network.readRequests(group), READ_BACK_MS);
  const waiting = people.filter((person) => still.some((request) => isThe(person, request)));
  if (waiting.length === people.length) throw notDone();
  if (waiting.length > 0) throw silence;
  const members = answer === "approve" ? ((await readBack(tools, group)).group?.members ?? null) : [];
  if (members === null) throw new ApiError("group_not_found");
  const answers = people.map((person) => {
    const member = members.find((one) => isThe(person, one));
    const isDone = answer === "reject" || member !== undefined;
    return { person, ...(member ?? named(person)), code: isDone ? DONE : GONE, invite: null };
  });
  return people.map((person) => outcome(answer, person, answers));
}

const isThe = (person: string, { id, phone }: Pick<JoinRequest, "id" | "phone">) =>
  person === id || (phone !== null && (person === phone || ownersOtherForm(person) === phone));
