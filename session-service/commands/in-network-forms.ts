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

/** The time limit for querying number forms. The rest of the caller's time is reserved for the command itself. */
const FORMS_MS = 2_500;

/**
 * Returns the people in a request, in the given order and with their numbers in the network's forms. The forms are
 * queried before anything else, so if the network does not answer, the request was definitely not carried out. Refuses
 * the linked number itself, in either of its forms. Spec: groups; docs/decisions/0155, 0166.
 * @param isCounted whether the query counts toward the day's lookups, for requests without their own daily limit.
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

/**
 * Returns the people in a group command, like `inNetworkForms`. For existing members, uses the network's IDs without a
 * query.
 */
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
  // The query can only be skipped for a member whose number is exactly the requested number.
  const isNamed = ({ person, member }: FoundMember) => member !== null && phoneOfMember(member) === person;
  const others = found.filter((one) => !isNamed(one)).map(({ person }) => person);
  const forms = await inNetworkForms(tools, others, limit);
  const named = new Map(others.map((person, n) => [person, forms[n] ?? person]));
  return people.map((person) => named.get(person) ?? person);
}
