import { randomUUID } from "node:crypto";
import type { MovableClock } from "../../machine/clock.ts";
import { AwsError } from "../aws-error.ts";
import { isObject, object, objects, optionalText, text, texts } from "../input.ts";
import type { Kept } from "../kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "../names.ts";
import type { Action, Json, Service } from "../service.ts";
import type { SendToArn } from "../sqs/sqs.ts";
import { fitsPattern, readPattern } from "./pattern.ts";

interface Target {
  id: string;
  arn: string;
  group: string | null;
}

interface Rule {
  name: string;
  bus: string;
  pattern: Json;
  enabled: boolean;
  targets: Target[];
}

/** EventBridge: buses, rules on event patterns, queues as targets. */
export function startBus(options: {
  clock: MovableClock;
  kept: Kept;
  send: SendToArn;
  warn: (message: string) => void;
}): Service {
  const busShelf = options.kept.shelf<{ name: string }>("buses");
  const ruleShelf = options.kept.shelf<Rule>("rules");
  const buses = new Set(["default", ...busShelf.load().keys()]);
  const rules = ruleShelf.load();

  function busOf(input: Json): string {
    const given = optionalText(input, "EventBusName") ?? "default";
    const name = nameFromArn(given, "events")?.replace("event-bus/", "") ?? given;
    if (!buses.has(name)) throw notFound(`Event bus ${name} does not exist.`);
    return name;
  }
  function ruleOf(input: Json, name: string): Rule {
    const rule = rules.get(`${busOf(input)}/${name}`);
    if (!rule) throw notFound(`Rule ${name} does not exist on EventBus ${busOf(input)}.`);
    return rule;
  }
  function keep(rule: Rule): void {
    rules.set(`${rule.bus}/${rule.name}`, rule);
    ruleShelf.put(`${rule.bus}/${rule.name}`, rule);
  }

  function publish(entry: Json): Json {
    const detail = parseDetail(entry.Detail);
    if (typeof entry.Source !== "string" || typeof entry.DetailType !== "string" || detail === null) {
      return {
        ErrorCode: "InvalidArgument",
        ErrorMessage: "Source, DetailType and Detail (a JSON object) are required.",
      };
    }
    const bus = busOf(entry);
    const event: Json = {
      version: "0",
      id: randomUUID(),
      "detail-type": entry.DetailType,
      source: entry.Source,
      account: ACCOUNT,
      time: `${options.clock.now().toISOString().slice(0, 19)}Z`,
      region: REGION,
      resources: texts(entry, "Resources"),
      detail,
    };
    for (const rule of rules.values()) {
      if (rule.bus !== bus || !rule.enabled || !fitsPattern(rule.pattern, event)) continue;
      for (const { arn, group } of rule.targets) {
        if (options.send(arn, JSON.stringify(event), group)) continue;
        options.warn(`Rule ${rule.name} matched an event, but there is no queue ${arn}.`);
      }
    }
    return { EventId: event.id };
  }

  const actions: Record<string, Action> = {
    CreateEventBus(input) {
      const name = text(input, "Name");
      if (buses.has(name)) throw new AwsError("ResourceAlreadyExistsException", `Event bus ${name} already exists.`);
      buses.add(name);
      busShelf.put(name, { name });
      return { EventBusArn: busArn(name) };
    },
    DescribeEventBus(input) {
      const name = busOf({ EventBusName: input.Name });
      return { Name: name, Arn: busArn(name) };
    },
    PutRule(input) {
      const name = text(input, "Name");
      const bus = busOf(input);
      const pattern = readPattern(text(input, "EventPattern"));
      const targets = rules.get(`${bus}/${name}`)?.targets ?? [];
      keep({ name, bus, pattern, enabled: input.State !== "DISABLED", targets });
      return { RuleArn: `arn:aws:events:${REGION}:${ACCOUNT}:rule/${bus}/${name}` };
    },
    PutTargets(input) {
      const rule = ruleOf(input, text(input, "Rule"));
      const added = objects(input, "Targets").map(readTarget);
      keep({ ...rule, targets: [...rule.targets.filter(({ id }) => !added.some((one) => one.id === id)), ...added] });
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    RemoveTargets(input) {
      const rule = ruleOf(input, text(input, "Rule"));
      const gone = texts(input, "Ids");
      keep({ ...rule, targets: rule.targets.filter(({ id }) => !gone.includes(id)) });
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    DeleteRule(input) {
      const rule = ruleOf(input, text(input, "Name"));
      if (rule.targets.length > 0)
        throw new AwsError("ValidationException", "Rule can't be deleted since it has targets.");
      rules.delete(`${rule.bus}/${rule.name}`);
      ruleShelf.remove(`${rule.bus}/${rule.name}`);
      return {};
    },
    PutEvents(input) {
      const answers = objects(input, "Entries").map(publish);
      return { FailedEntryCount: answers.filter((answer) => "ErrorCode" in answer).length, Entries: answers };
    },
  };
  return { actions, protocol: "json-1.1", throttle: "ThrottlingException", stop() {} };
}

function readTarget(input: Json): Target {
  const arn = text(input, "Arn");
  if (nameFromArn(arn, "sqs") === null) {
    throw new AwsError("ValidationException", "Only SQS queues are emulated as targets here.");
  }
  for (const name of ["Input", "InputPath", "InputTransformer"]) {
    if (input[name] !== undefined) throw new AwsError("ValidationException", `${name} is not emulated here.`);
  }
  const group = optionalText(object(input, "SqsParameters"), "MessageGroupId") ?? null;
  return { id: text(input, "Id"), arn, group };
}

function parseDetail(detail: unknown): Json | null {
  try {
    const value: unknown = JSON.parse(String(detail));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const busArn = (name: string) => `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/${name}`;

const notFound = (message: string) => new AwsError("ResourceNotFoundException", message);
