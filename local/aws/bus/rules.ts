import { AwsError } from "../service/aws-error.ts";
import { optionalText, text } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import { nameFromArn } from "../service/names.ts";
import type { Json } from "../service/service.ts";

/** A queue that receives the events matched by a rule. */
export interface Target {
  id: string;
  arn: string;
  /** The message group, if the queue is a FIFO queue. */
  group: string | null;
}

/** A rule on a bus: the events that it matches, and the queues that receive them. */
export interface Rule {
  name: string;
  bus: string;
  pattern: Json;
  enabled: boolean;
  targets: Target[];
}

/** The buses and their rules, which persist across restarts. */
export type Rules = ReturnType<typeof openRules>;

/** Loads the stored buses and rules. A bus named `default` always exists. */
export function openRules(kept: Kept) {
  const busShelf = kept.shelf<{ name: string }>("buses");
  const ruleShelf = kept.shelf<Rule>("rules");
  const buses = new Set(["default", ...busShelf.load().keys()]);
  const rules = ruleShelf.load();
  const placeOf = ({ bus, name }: Pick<Rule, "bus" | "name">) => `${bus}/${name}`;

  function busOf(input: Json): string {
    const given = optionalText(input, "EventBusName") ?? "default";
    const name = nameFromArn(given, "events")?.replace("event-bus/", "") ?? given;
    if (!buses.has(name)) throw notFound(`Event bus ${name} does not exist.`);
    return name;
  }

  return {
    /** Returns the bus that a request refers to. @throws AwsError if the bus doesn't exist. */
    busOf,

    /** @throws AwsError if a bus with this name already exists. */
    addBus(name: string): void {
      if (buses.has(name)) throw new AwsError("ResourceAlreadyExistsException", `Event bus ${name} already exists.`);
      buses.add(name);
      busShelf.put(name, { name });
    },

    of: (bus: string): Rule[] => [...rules.values()].filter((rule) => rule.bus === bus),

    find: (bus: string, name: string): Rule | undefined => rules.get(placeOf({ bus, name })),

    /** Returns the rule that a request refers to in `field`. @throws AwsError if the bus has no such rule. */
    named(input: Json, field: "Name" | "Rule"): Rule {
      const name = text(input, field);
      const bus = busOf(input);
      const rule = rules.get(placeOf({ bus, name }));
      if (!rule) throw notFound(`Rule ${name} does not exist on EventBus ${bus}.`);
      return rule;
    },

    /** Adds or replaces a rule. */
    put(rule: Rule): void {
      rules.set(placeOf(rule), rule);
      ruleShelf.put(placeOf(rule), rule);
    },

    remove(rule: Rule): void {
      rules.delete(placeOf(rule));
      ruleShelf.remove(placeOf(rule));
    },
  };
}

const notFound = (message: string) => new AwsError("ResourceNotFoundException", message);
