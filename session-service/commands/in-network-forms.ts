import { phoneOfMember } from "../../core/domain/groups/united-members.ts";
import { otherForm } from "../../core/domain/messages/written-forms.ts";
import { type FoundMember, findMembers } from "../../core/operations/groups/read-members.ts";
import { countedQuestion } from "../../core/operations/receiving/ask-counted.ts";
import { askForms, type FormsQuestion } from "../../core/operations/receiving/ask-forms.ts";
import { groupRecords } from "../../core/records/chats/group.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import type { CommandTools } from "./command-tools.ts";
import { asked, notDone } from "./group-answers.ts";
import { refuseOwnNumber } from "./refuse-own-number.ts";

/** How long the network has to name the forms of numbers; the following order needs the rest of the caller's time. */
const FORMS_MS = 2_500;

/**
 * Returns a request's people in the forms by which the network knows them, in the given order. They are queried before
 * anything starts, and silence is not an answer, so the request then certainly was not carried out. The linked number
 * itself is excluded, in its other form too. Spec: groups; docs/decisions/0155, 0166.
 * @param isCounted the request has no daily limit of its own, so the query counts as the day's look-ups.
 * @throws ApiError `messenger_unavailable` (503), `validation_failed`; NetworkRefusal; FenceLost.
 */
export async function inNetworkForms(
  tools: CommandTools,
  people: readonly string[],
  { isCounted }: { isCounted: boolean } = { isCounted: false },
): Promise<string[]> {
  const { deps, session, network } = tools;
  const question: FormsQuestion = (phones) =>
    asked("the forms of numbers", () => network.networkForms(phones), FORMS_MS).catch((error: unknown) => {
      throw error instanceof AnswerUnknown ? notDone() : error;
    });
  const about = { table: deps.table, now: deps.clock.now() };
  const limited = isCounted ? countedQuestion(about, session.instance_id, question) : question;
  const forms = await askForms(deps, session, people, limited);
  refuseOwnNumber(tools, forms);
  return forms;
}

/** The same for a group order. Existing members are named as the network has them, and not queried. */
export async function inGroupForms(
  tools: CommandTools,
  group: string,
  people: readonly string[],
  limit: { isCounted: boolean },
): Promise<string[]> {
  if (people.every((person) => otherForm(person) === null)) return [...people];
  const { table } = tools.deps;
  const { instance_id: instance } = tools.session;
  const record = (await groupRecords.read(table, instance, group)) ?? {};
  const found = await findMembers(table, instance, { group, record }, people);
  // A member found by another of their names is not named by this one.
  const isNamed = ({ person, member }: FoundMember) => member !== null && phoneOfMember(member) === person;
  const others = found.filter((one) => !isNamed(one)).map(({ person }) => person);
  const forms = await inNetworkForms(tools, others, limit);
  const named = new Map(others.map((person, n) => [person, forms[n] ?? person]));
  return people.map((person) => named.get(person) ?? person);
}
