import { describe, expect, it } from "vitest";
import { CHECKED_SERVICES } from "../../local/aws/checks/input-check.ts";
import type { Limit } from "../../local/aws/checks/limits.ts";
import type { ServiceName } from "../../local/aws/service/service.ts";
import { type ServiceModel, type Shape, serviceModel } from "../support/cli/service-models.ts";

/** The names of the services in AWS's own models, which ship with the CLI. */
const MODEL_OF: Readonly<Record<ServiceName, string>> = {
  dynamo: "dynamodb",
  sqs: "sqs",
  scheduler: "scheduler",
  bus: "events",
  kms: "kms",
  ses: "sesv2",
  sockets: "apigatewaymanagementapi",
};

/** A member's limits, each worded as in a refusal. */
type Said = string[];

const saidBy = (limits: readonly Limit[]): Said =>
  limits
    .flatMap((limit) => limit.violations.map((value) => limit.broken(value) ?? ""))
    .map((words) => words.replace("Member must ", ""))
    .map((words) => words.replace(/(?<=pattern: ).*/, plainPattern).replace(/(?<=set: \[).*(?=\])/, inOrder))
    .sort();

/**
 * Normalizes a pattern by removing its unnecessary backslashes and its anchors. The anchors are redundant, because a
 * pattern always covers the whole text.
 */
const plainPattern = (pattern: string) => pattern.replace(/^\^|\$$/g, "").replaceAll(/\\(?=[./])/g, "");
const inOrder = (values: string) => values.split(", ").sort().join(", ");

/** Returns a shape's constraints, except a minimum length of 0, which any text meets. */
function saidOf({ type, min, max, pattern, enum: values }: Shape): Said {
  const measure = type === "integer" || type === "long" ? "value" : "length";
  return [
    ...(max !== undefined ? [`have ${measure} less than or equal to ${max}`] : []),
    ...(min !== undefined && (min > 0 || measure === "value")
      ? [`have ${measure} greater than or equal to ${min}`]
      : []),
    ...(pattern !== undefined ? [`satisfy regular expression pattern: ${plainPattern(pattern)}`] : []),
    ...(values !== undefined ? [`satisfy enum value set: [${inOrder(values.join(", "))}]`] : []),
  ].sort();
}

/**
 * Returns the members of an action's input that the model limits, with their limits. Members are named by their path,
 * as in the tables.
 */
function limitedBy({ operations, shapes }: ServiceModel, action: string): Map<string, Said> {
  const found = new Map<string, Said>();
  const walk = (name: string, place: string, above: readonly string[]) => {
    const shape = shapes[name];
    if (!shape || above.includes(name)) return;
    const said = saidOf(shape);
    if (said.length > 0 && place !== "") found.set(place, said);
    for (const [member, { shape: of }] of Object.entries(shape.members ?? {}))
      walk(of, place === "" ? member : `${place}.${member}`, [...above, name]);
    if (shape.member) walk(shape.member.shape, `${place}[]`, [...above, name]);
  };
  walk(operations[action]?.input?.shape ?? "", "", []);
  return found;
}

/** The lists of values come from the SDK, and the CLI's model is a few months older. */
const IN_NEWER_SDK = ["ML_KEM_1024", "ML_KEM_512", "ML_KEM_768"];
const ofSameAge = (said: Said) =>
  said.map((words) => IN_NEWER_SDK.reduce((all, one) => all.replace(`${one}, `, ""), words));

/** Members that the model limits but that the tables leave out, and why. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/^Target\.(Ecs|SageMakerPipeline|Kinesis|EventBridge)Parameters\./, "schedules have queues as their targets"],
  [/^Targets\[\]\.(Ecs|SageMakerPipeline|Kinesis|RunCommand|RedshiftData|Http|AppSync)Parameters\./, "so have rules"],
  [/(^|\.)(DeadLetterConfig\.Arn|KmsKeyArn|KmsKeyIdentifier)$|^LogConfig\./, "what is embedded has neither"],
  [/^Targets\[\]\.(RoleArn|InputPath|InputTransformer\.|RetryPolicy\.|SqsParameters\.)/, "the bus does not know these"],
  [/^(EventSourceName|EndpointId|ScheduleExpression|RoleArn)$/, "the bus does not know these either"],
  [/^Target\.Input$/, "a rule about bytes has it"],
  [/^Entries\[\]\./, "an event of a request is answered for itself"],
  [/^Tags/, "the embedded services keep no tags of these"],
  [/^(Policy|KeyUsage|CustomerMasterKeySpec|Origin|CustomKeyStoreId|XksKeyId)$/, "a key here has none of these"],
  [
    /IdentityArn$|^TenantName$|^Content\.(Template|Simple\.(Headers|Attachments))|^(EmailTags|ListManagementOptions)/,
    "a rule refuses what a plain mail has not",
  ],
  [/^(Recipient\.|DryRunModifiers)/, "nothing here runs in an enclave, or tries a decryption out"],
];

const services = Object.entries(CHECKED_SERVICES) as [ServiceName, (typeof CHECKED_SERVICES)[ServiceName]][]; // its keys
const actions = services.flatMap(([service, { rules }]) => Object.keys(rules).map((action) => ({ service, action })));

const modelOf = (service: ServiceName): ServiceModel => {
  const model = serviceModel(MODEL_OF[service]);
  if (!model) throw new Error(`The CLI has no model of ${service}.`);
  return model;
};

describe("the limits of the embedded services", () => {
  it.each(actions)("of $action are those of AWS's own model of $service", ({ service, action }) => {
    const model = limitedBy(modelOf(service), action);
    const own = Object.entries(CHECKED_SERVICES[service].rules[action]?.limits ?? {});

    const ours = own.map(([place, limits]) => [place, ofSameAge(saidBy(limits))]);
    expect(ours).toEqual(own.map(([place]) => [place, model.get(place)]));
  });

  // DynamoDB's other limits are implemented by dynalite and compared by `npm run dynamodb -w tools`. The SQS model has
  // no limits.
  it.each(actions.filter(({ service }) => service !== "dynamo" && service !== "sqs"))(
    "leave none of $action out but for a reason",
    ({ service, action }) => {
      const own = CHECKED_SERVICES[service].rules[action]?.limits ?? {};
      const missing = [...limitedBy(modelOf(service), action).keys()].filter((place) => !(place in own));

      expect(missing.filter((place) => !LEFT_OUT.some(([pattern]) => pattern.test(place)))).toEqual([]);
    },
  );

  it("of a batch are those that the model of SQS tells in words", () => {
    const { operations, shapes } = modelOf("sqs");
    const { documentation: batch = "" } = operations.SendMessageBatch as { documentation?: string };
    const { documentation: most = "" } = shapes.TooManyEntriesInBatchRequest as { documentation?: string };

    expect(batch).toMatch(/maximum total payload size [^.]* are both 1 MiB 1,048,576 bytes/);
    expect(most).toMatch(/maximum number of entries .* request is 10\./s);
    expect(shapes.SendMessageBatchRequestEntry?.members?.Id?.documentation).toMatch(
      /unique within a request.* up to 80 characters.* alphanumeric characters, hyphens\(-\), and underscores/s,
    );
  });
});
