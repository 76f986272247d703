import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { hasOneOwner } from "../../../core/domain/messages/written-forms.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { type PersonRecord, personRecords } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { OtherForm } from "../../../session-service/baileys/outbound/other-form.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import type { MemoryTable } from "../memory-table.ts";
import type { Simulation } from "./lane-sim.ts";

/** The people in a schedule, and what the network reports about their numbers. */
export interface ModelPeople {
  /** Every number that may identify a person. */
  numbers: readonly string[];
  /** Stores what is already known about the people when a schedule begins. */
  begin(): Promise<void>;
  /** Returns a number for a customer to send to. */
  anyAsked(): string;
  /**
   * Picks a person who writes. Returns a function that returns the number the person is using when it is called, or
   * null if they aren't registered.
   */
  anyWriter(): () => string | null;
  /** Returns the same name for a person, whichever of their numbers is passed. */
  nameOf(number: string | null): string;
  /** Gives the network's answer for a message's number, as a session receives it. @throws OtherForm, CannotPrepare */
  ask(message: MessageRecord): void;
  /** Whether the network has returned exactly this number, as far as a session remembers. */
  hasNamed(number: string): boolean;
  /** Records that a person's text from this number has been stored. */
  hasWritten(number: string): void;
  /** Returns why a message must not go to this number, or null if it may. */
  whyWrong(message: MessageRecord, number: string): string | null;
  /** Whether the message's number is unregistered. */
  isNobodys(message: MessageRecord): boolean;
  /**
   * Returns what is wrong at the end, one sentence each. @param asked the number that each message was addressed to, by
   * message id.
   */
  judge(messages: MessageRecord[], asked: ReadonlyMap<string, string>): string[];
}

/** Creates the people of the only instance in a schedule. */
export type PeopleOf = (sim: Simulation, instance: string) => ModelPeople;

/** Creates people with one number each. */
export function plainPeople(sim: Simulation, numbers: readonly string[]): ModelPeople {
  const any = () => numbers[sim.between(0, numbers.length - 1)] ?? "";
  return {
    numbers,
    begin: async () => {},
    anyAsked: any,
    anyWriter() {
      const number = any();
      return () => number;
    },
    nameOf: (number) => number ?? "",
    ask: () => {},
    hasNamed: () => false,
    hasWritten: () => {},
    whyWrong: () => null,
    isNobodys: () => false,
    judge: () => [],
  };
}

/** Numbers in Brazil, Mexico and Argentina, each in both of its forms. */
const TWO_FORMS = [
  ["5511987654321", "551187654321"],
  ["5215512345678", "525512345678"],
  ["5493414123456", "543414123456"],
] as const;

/** How long new information may take to reach the waiting messages. */
const LOOK_MS = 6_000;

/** A person whose number has two forms. */
interface Somebody {
  forms: readonly string[];
  /** The form used by the network, or null if the number is unregistered. */
  form: string | null;
  /**
   * Whether the network switches to the other form when the person writes. It doesn't if the current form is known for
   * certain.
   */
  changes: "later" | "done" | null;
  /** When the first text from the new form was stored. The change can't be noticed before then. */
  changeSeenAt: number | null;
  /**
   * Whether the network reported that the number is registered without returning its form. Until the form is returned,
   * the two forms may belong to two people.
   */
  wasNameless: boolean;
  /** Whether an earlier version sent messages to both forms. */
  wereTwo: boolean;
}

/**
 * Creates people whose numbers have two forms. The network uses one of the forms, or neither. Sometimes it doesn't
 * return the form. It may switch to the other form when the person writes. There may already be two chats, one for each
 * form.
 */
export function twoFormPeople(sim: Simulation, instance: string): ModelPeople {
  const people = TWO_FORMS.map(
    (forms): Somebody => ({
      forms,
      form: sim.chance(0.1) ? null : (forms[sim.between(0, 1)] ?? null),
      // In Argentina, each form may belong to a different person, so a text from one form reveals nothing about the
      // other.
      changes: sim.chance(0.2) && hasOneOwner(forms[0]) ? "later" : null,
      changeSeenAt: null,
      wasNameless: false,
      wereTwo: sim.chance(0.3),
    }),
  );
  /** Messages sent to the requested form because the network didn't return a form. */
  const nameless = new Set<string>();
  /** Numbers that the network has returned. */
  const named = new Set<string>();
  const any = () => people[sim.between(0, people.length - 1)] as Somebody; // there is one at each place
  const leadsTo = (number: string, form: string) => sim.table.peek(keys.person(instance, number))?.merged_into === form;
  const of = (number: string | null) => people.find(({ forms }) => number !== null && forms.includes(number));

  return {
    numbers: people.flatMap(({ forms }) => forms),
    async begin() {
      const first_out_at = new Date(sim.start - 3_600_000).toISOString();
      for (const phone of people.filter(({ wereTwo }) => wereTwo).flatMap(({ forms }) => forms)) {
        const record: PersonRecord = { phone, chat_id: phoneChat(phone), first_out_at, first_out_day: "2026-11-19" };
        await sim.table.write({ put: { ...keys.person(instance, phone), ...record } });
      }
    },
    anyAsked: () => any().forms[sim.between(0, 1)] ?? "",
    anyWriter() {
      const one = any();
      return () => {
        const other = one.forms.find((form) => form !== one.form) ?? "";
        if (one.form !== null && one.changes === "later" && (!named.has(one.form) || leadsTo(other, one.form))) {
          one.form = other;
          one.changes = "done";
        }
        return one.form;
      };
    },
    nameOf: (number) => of(number)?.forms[0] ?? "",
    ask(message) {
      const { phone } = message;
      if (message.class !== "first" || phone === null || message.form_known || message.network_id !== null) return;
      const one = of(phone);
      if (one === undefined || one.form === null) throw new CannotPrepare("not_on_messenger", "Nobody has the number.");
      if (sim.chance(0.15)) {
        nameless.add(message.id);
        one.wasNameless = true;
        return;
      }
      named.add(one.form);
      if (one.form !== phone) throw new OtherForm(one.form);
    },
    hasNamed: (number) => named.has(number),
    hasWritten(number) {
      const one = of(number);
      if (one?.changes === "done") one.changeSeenAt ??= sim.now;
    },
    whyWrong(message, number) {
      const one = of(number);
      if (one === undefined || one.form === null) return "nobody has the number";
      if (number === one.form || nameless.has(message.id)) return null;
      const isSeen = one.changeSeenAt !== null && sim.now > one.changeSeenAt + LOOK_MS;
      if (one.changes === "done" && (sim.weather.sweeps || !isSeen)) return null;
      return `the network knows its person by ${one.form}`;
    },
    isNobodys: ({ phone }) => of(phone)?.form === null,
    judge(messages, asked) {
      const wrong: string[] = [];
      for (const message of messages) {
        const { id, phone, to_asked, chat_id } = message;
        if (asked.has(id) && (to_asked ?? phone) !== asked.get(id))
          wrong.push(`${id} was for ${asked.get(id)} and says ${to_asked} and ${phone}`);
        if (chat_id !== phoneChat(String(phone))) wrong.push(`${id} to ${phone} is of the chat ${chat_id}`);
      }
      for (const { forms, wasNameless } of people) {
        const counted = messages.filter(({ new_person, phone }) => new_person && forms.includes(String(phone)));
        if (counted.length > (wasNameless ? forms.length : 1))
          wrong.push(`${counted.map(({ id }) => id)} count ${forms[0]} as new`);
        const led = forms.map((form) =>
          personRecords.of(sim.table.peek(keys.person(instance, form)) ?? { pk: "", sk: "" }),
        );
        if (led.every(({ merged_into }) => merged_into !== undefined)) wrong.push(`${forms} lead to each other`);
      }
      return wrong;
    },
  };
}

/** Returns a message with the number that its original number now leads to. */
export function underNewest(table: MemoryTable, instance: string, message: MessageRecord): MessageRecord {
  const item = message.person === null ? null : table.peek(keys.person(instance, message.person));
  return { ...message, person: (item && personRecords.of(item).merged_into) ?? message.person };
}
