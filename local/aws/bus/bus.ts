import type { Clock } from "../../../core/ports.ts";
import { AwsError } from "../service/aws-error.ts";
import { object, objects, optionalText, text, texts } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "../service/names.ts";
import type { Action, Json, Service } from "../service/service.ts";
import type { SendToArn } from "../sqs/sqs.ts";
import { readPattern } from "./pattern.ts";
import { publish, ruleArn } from "./publish.ts";
import { openRules, type Rules, type Target } from "./rules.ts";

/** Emulates EventBridge: buses, rules with event patterns, and queues as targets. */
export function startBus(options: {
  clock: Clock;
  kept: Kept;
  send: SendToArn;
  warn: (message: string) => void;
}): Service {
  const rules = openRules(options.kept);
  const actions: Record<string, Action> = {
    ...busActions(rules),
    ...ruleActions(rules),
    PutEvents(input) {
      const answers = objects(input, "Entries").map((entry) => publish({ rules, ...options }, entry));
      return { FailedEntryCount: answers.filter((answer) => "ErrorCode" in answer).length, Entries: answers };
    },
  };
  return { name: "bus", actions, protocol: "json-1.1", throttle: "ThrottlingException", stop() {} };
}

function busActions(rules: Rules): Record<string, Action> {
  return {
    CreateEventBus(input) {
      const name = text(input, "Name");
      rules.addBus(name);
      return { EventBusArn: busArn(name) };
    },
    DescribeEventBus(input) {
      const name = rules.busOf({ EventBusName: input.Name });
      return { Name: name, Arn: busArn(name) };
    },
  };
}

function ruleActions(rules: Rules): Record<string, Action> {
  return {
    PutRule(input) {
      const name = text(input, "Name");
      const bus = rules.busOf(input);
      const pattern = readPattern(text(input, "EventPattern"));
      const targets = rules.find(bus, name)?.targets ?? [];
      rules.put({ name, bus, pattern, enabled: input.State !== "DISABLED", targets });
      return { RuleArn: ruleArn({ bus, name }) };
    },
    PutTargets(input) {
      const rule = rules.named(input, "Rule");
      const added = objects(input, "Targets").map(readTarget);
      const others = rule.targets.filter(({ id }) => !added.some((one) => one.id === id));
      rules.put({ ...rule, targets: [...others, ...added] });
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    RemoveTargets(input) {
      const rule = rules.named(input, "Rule");
      const gone = texts(input, "Ids");
      rules.put({ ...rule, targets: rule.targets.filter(({ id }) => !gone.includes(id)) });
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    DeleteRule(input) {
      const rule = rules.named(input, "Name");
      if (rule.targets.length > 0) {
        throw new AwsError("ValidationException", "Rule can't be deleted since it has targets.");
      }
      rules.remove(rule);
      return {};
    },
  };
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

const busArn = (name: string) => `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/${name}`;
