import { execFileSync } from "node:child_process";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { packItem } from "../../core/aws/packed-items.ts";
import { randomIds } from "../../core/aws/random-ids.ts";
import { busPatterns, NOTIFY_ADMINS_PATTERN } from "../../core/contracts/bus-events.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { ENV, SessionEnv } from "../../core/env.ts";
import { busNotice } from "../../core/records/bus-notice.ts";
import { eventRecord, recordWrite } from "../../core/records/event.ts";
import type { Item, Write } from "../../core/store/table.ts";
import type { Part } from "../../functions/own-deps.ts";
import { STAGES } from "../../lib/config.ts";
import { API_FUNCTIONS, envNames, FUNCTIONS, type FunctionWiring, SESSION_SERVICE, WORKERS } from "../../lib/wiring.ts";
import { fitsPattern, readPattern } from "../../local/aws/bus/pattern.ts";
import type { Json } from "../../local/aws/service/service.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const { data, service, session } = synthesised("prod");

/** Returns the template's function that runs this entry, with its logical id. */
function functionOf(wiring: FunctionWiring): [string, Resource] {
  const found = service
    .ofType("AWS::Lambda::Function")
    .find(([, { Properties }]) => Properties.Description.startsWith(`${wiring.entry} `));
  if (!found) throw new Error(`No function of the template runs ${wiring.entry}.`);
  return found;
}

/**
 * Returns the function behind a reference. References point to the alias "live", because every function is called
 * through its alias.
 */
function behindAlias(named: unknown): string {
  const id = /"Ref":"(\w+)"/.exec(JSON.stringify(named ?? null))?.[1] ?? "";
  const alias = service.resources[id];
  if (alias?.Type !== "AWS::Lambda::Alias" || alias.Properties.Name !== "live") return `${id}, which is not live`;
  return alias.Properties.FunctionName.Ref;
}

/** Maps each of the API's route keys to the logical id of its function. */
function routeTargets(): Map<string, string> {
  const integrations = new Map(
    service
      .ofType("AWS::ApiGatewayV2::Integration")
      .map(([id, { Properties }]) => [id, behindAlias(Properties.IntegrationUri)]),
  );
  return new Map(
    service.ofType("AWS::ApiGatewayV2::Route").map(([, { Properties }]) => {
      const integration = /[A-Za-z0-9]+$/.exec(
        Properties.Target["Fn::Join"][1]
          .map((part: string | { Ref: string }) => (typeof part === "string" ? part : part.Ref))
          .join(""),
      )?.[0];
      return [Properties.RouteKey as string, integrations.get(integration ?? "") ?? "nothing"];
    }),
  );
}

it("is plain data that the local runner can read without loading CDK", async () => {
  const script = `
    await import(${JSON.stringify(new URL("../../lib/wiring.ts", import.meta.url).href)});
    const { createRequire } = await import("node:module");
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    process.stdout.write(JSON.stringify(loaded.filter((path) => /aws-cdk|constructs/.test(path))));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
  expect(JSON.parse(printed.toString())).toEqual([]);
});

describe("the API", () => {
  it("has every route of the route table, each answered by its resource's function, and a default for the rest", () => {
    const expected = new Map<string, string>();
    for (const wiring of API_FUNCTIONS) {
      const [functionId] = functionOf(wiring);
      const { trigger } = wiring;
      if (trigger.kind === "http_default") expected.set("$default", functionId);
      if (trigger.kind === "http_paths") for (const path of trigger.paths) expected.set(`ANY ${path}`, functionId);
      if (trigger.kind === "http") {
        for (const id of trigger.routes) expected.set(`${ROUTES[id].method} ${ROUTES[id].path}`, functionId);
      }
    }
    expect(expected.size).toBe(Object.keys(ROUTES).length + 2);
    expect(routeTargets()).toEqual(expected);
  });

  it("may call each of its functions, and API Gateway alone may", () => {
    const allowed = service
      .ofType("AWS::Lambda::Permission")
      .filter(([, { Properties }]) => Properties.Principal === "apigateway.amazonaws.com")
      .map(([, { Properties }]) => behindAlias(Properties.FunctionName));
    expect(new Set(allowed)).toEqual(new Set(API_FUNCTIONS.map((wiring) => functionOf(wiring)[0])));
  });

  it("gives each function the payload format the handlers read", () => {
    for (const [, { Properties }] of service.ofType("AWS::ApiGatewayV2::Integration")) {
      expect(Properties.PayloadFormatVersion).toBe("2.0");
    }
  });

  it("waits no longer for a function than API Gateway does", () => {
    for (const { timeoutSec } of API_FUNCTIONS) expect(timeoutSec).toBeLessThan(30);
  });
});

/** Returns the event sources that start this function from a queue or from the table's stream. */
function sourcesOf(wiring: FunctionWiring): Resource["Properties"][] {
  const [functionId] = functionOf(wiring);
  return service
    .ofType("AWS::Lambda::EventSourceMapping")
    .map(([, { Properties }]) => Properties)
    .filter(({ FunctionName }) => behindAlias(FunctionName) === functionId);
}

it("starts from a queue or the table's stream exactly the functions that the wiring starts from one", () => {
  const expected = FUNCTIONS.filter(({ trigger }) => trigger.kind === "queue" || trigger.kind === "stream").map(
    (wiring) => functionOf(wiring)[0],
  );
  const sources = service.ofType("AWS::Lambda::EventSourceMapping");
  expect(sources.map(([, { Properties }]) => behindAlias(Properties.FunctionName)).sort()).toEqual(expected.sort());
});

describe.each([
  { wiring: WORKERS.workEndpointLane, atOnce: 200, inHandSec: 15 },
  { wiring: WORKERS.workChatLane, atOnce: 100, inHandSec: 45 },
])("the worker of lanes $wiring.name", ({ wiring, atOnce, inHandSec }) => {
  const { trigger, timeoutSec } = wiring;
  const [queueId, queue] = service
    .ofType("AWS::SQS::Queue")
    .find(([, { Properties }]) => Properties.QueueName.endsWith(`-${trigger.queue}`)) ?? ["", undefined];

  it("is started with one wake-up of its queue a call and names the records that failed", () => {
    const sources = sourcesOf(wiring);
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({
      EventSourceArn: { "Fn::GetAtt": [queueId, "Arn"] },
      BatchSize: trigger.batchSize,
      FunctionResponseTypes: trigger.reportBatchItemFailures ? ["ReportBatchItemFailures"] : [],
      ScalingConfig: { MaximumConcurrency: atOnce },
    });
    expect(trigger.batchSize).toBe(1);
  });

  it("has its wake-ups hidden from others for six times as long as it may run", () => {
    expect(queue?.Properties.VisibilityTimeout).toBe(trigger.visibilitySec);
    expect(trigger.visibilitySec).toBe(6 * timeoutSec);
  });

  it("may run longer than a lane's run of 60 seconds and what it has in hand", () => {
    expect(timeoutSec).toBeGreaterThan(60 + inHandSec);
  });
});

describe("the function that fills the internal bus", () => {
  const { trigger, timeoutSec } = WORKERS.forwardToBus;
  const [source] = sourcesOf(WORKERS.forwardToBus);
  const matching = (record: Json) =>
    source?.FilterCriteria.Filters.some(({ Pattern }: { Pattern: string }) =>
      fitsPattern(readPattern(Pattern), record),
    );
  /**
   * Creates a change as the stream reports it, with the item packed as it is stored. A null item means that the item
   * was removed.
   */
  const change = (item: Item | null): Json => ({
    eventName: item ? "INSERT" : "REMOVE",
    dynamodb: {
      Keys: {},
      ...(item && { NewImage: marshall(packItem(item), { removeUndefinedValues: true }) as Json }),
    },
  });
  const putOf = (write: Write): Item => ("put" in write ? write.put : { pk: "", sk: "" });
  const now = new Date("2026-11-20T09:30:00Z");
  const draft = { account_id: "acc_1" as const, instance_id: null, type: "webhook.test" as const, data: {} };
  const event = putOf(recordWrite(eventRecord({ ids: randomIds() }, draft, now), now, false));
  const notice = putOf(busNotice("acc_1", "ntc_1", now, { detail_type: "webhook.paused", detail: {} }));

  it("is started by the table's stream with what new events and notices are gathered in some seconds", () => {
    expect(sourcesOf(WORKERS.forwardToBus)).toHaveLength(1);
    expect(source?.EventSourceArn).toMatchObject({ "Fn::ImportValue": expect.stringContaining("StreamArn") });
    expect(source).toMatchObject({
      BatchSize: trigger.batchSize,
      MaximumBatchingWindowInSeconds: trigger.windowSec,
      ParallelizationFactor: trigger.callsAShard,
      StartingPosition: "TRIM_HORIZON",
    });
    const [[, table] = ["", undefined]] = data.ofType("AWS::DynamoDB::Table");
    expect(table?.Properties.StreamSpecification).toEqual({ StreamViewType: "NEW_IMAGE" });
  });

  it("is called for new notices, as their maker has them stored, and for events in a stage that wants them on the bus", () => {
    expect([matching(change(event)), matching(change(notice))]).toEqual([false, true]);
  });

  it("is not called for one that ends, nor for anything else in the table", () => {
    expect(matching(change(null))).toBe(false);
    for (const pk of [event.pk, notice.pk, "ACC#acc_1#MSG"]) expect(matching(change({ pk, sk: "1" }))).toBe(false);
  });

  it("is chosen by equality of one attribute: nothing else is allowed by all of AWS's documents", () => {
    const patterns = source?.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));
    expect(patterns).toEqual([{ dynamodb: { NewImage: { bus: { S: ["n"] } } } }]);
    STAGES.trial = { stage: "trial", eventsToBus: true };
    const mappings = synthesised("trial").service.ofType("AWS::Lambda::EventSourceMapping");
    delete STAGES.trial;
    const filters = mappings.map(([, { Properties }]) => Properties.FilterCriteria?.Filters).find(Boolean);
    expect(filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      { dynamodb: { NewImage: { bus: { S: ["e", "n"] } } } },
    ]);
  });

  it("gets notices alone where customers' events are not for the bus", () => {
    const called = (events: boolean, item: Item) =>
      busPatterns(events).some((pattern) => fitsPattern(readPattern(JSON.stringify(pattern)), change(item)));
    expect([called(true, event), called(false, event)]).toEqual([true, false]);
    expect(called(false, notice)).toBe(true);
  });

  it("has what failed repeated for almost as long as the stream remembers, in halves, and then named in a dead letter", () => {
    expect(source).toMatchObject({
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 23 * 3600,
    });
    expect(source).not.toHaveProperty("MaximumRetryAttempts");
    const [letters] = service
      .ofType("AWS::SQS::Queue")
      .find(([, { Properties }]) => Properties.QueueName.endsWith("-forward-to-bus-dead-letters")) ?? [""];
    expect(source?.DestinationConfig.OnFailure.Destination).toEqual({ "Fn::GetAtt": [letters, "Arn"] });
  });

  it("has the time for a batch that the bus takes slowly, ten entries a call", () => {
    const calls = trigger.batchSize / 10;
    expect((timeoutSec * 1000) / calls).toBeGreaterThan(1_000);
  });
});

describe("the mail to admins", () => {
  const { trigger, timeoutSec } = WORKERS.notifyAdmins;
  const rule = service
    .ofType("AWS::Events::Rule")
    .map(([, { Properties }]) => Properties)
    .find(({ EventPattern }) => EventPattern);
  const [queueId, queue] = service
    .ofType("AWS::SQS::Queue")
    .find(([, { Properties }]) => Properties.QueueName.endsWith("-notify-admins")) ?? ["", undefined];

  it("is started by the queue that a rule on the internal bus fills with nothing but notices", () => {
    expect(rule?.EventPattern).toEqual(NOTIFY_ADMINS_PATTERN);
    expect(rule?.EventBusName).toMatchObject({ "Fn::ImportValue": expect.stringContaining("InternalBus") });
    expect(rule?.Targets).toHaveLength(1);
    expect(rule?.Targets[0].Arn).toEqual({ "Fn::GetAtt": [queueId, "Arn"] });
    expect(sourcesOf(WORKERS.notifyAdmins)).toEqual([
      expect.objectContaining({
        EventSourceArn: { "Fn::GetAtt": [queueId, "Arn"] },
        BatchSize: trigger.batchSize,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      }),
    ]);
  });

  it("that fails ends in the dead-letter queue, whether the rule or the function failed", () => {
    const deadLetters = queue?.Properties.RedrivePolicy.deadLetterTargetArn;
    expect(queue?.Properties.RedrivePolicy.maxReceiveCount).toBe(trigger.maxReceives);
    expect(rule?.Targets[0].DeadLetterConfig).toEqual({ Arn: deadLetters });
  });

  it("has its notices hidden from others for six times as long as it may run", () => {
    expect(queue?.Properties.VisibilityTimeout).toBe(trigger.visibilitySec);
    expect(trigger.visibilitySec).toBe(6 * timeoutSec);
  });
});

describe("what runs by a schedule", () => {
  const { sweepLanes, canary } = WORKERS;

  it.each([sweepLanes, canary])("$name is started as often as the wiring says", (wiring) => {
    const minutes = wiring.trigger.everySec / 60;
    const schedule = `rate(${minutes} minute${minutes > 1 ? "s" : ""})`;
    const rules = service
      .ofType("AWS::Events::Rule")
      .map(([, { Properties }]) => Properties)
      .filter(({ Targets }) => behindAlias(Targets[0].Arn) === functionOf(wiring)[0]);
    expect(rules.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([schedule]);
    expect(rules[0].Targets[0].RetryPolicy.MaximumRetryAttempts).toBe(0);
  });

  it.each([sweepLanes, canary])("$name ends before it begins again", ({ timeoutSec, trigger }) => {
    expect(timeoutSec).toBeLessThan(trigger.everySec);
  });
});

describe("the environment", () => {
  it.each(FUNCTIONS)("of $name has exactly the variables of its capabilities", (wiring) => {
    const [, { Properties }] = functionOf(wiring);
    expect(Object.keys(Properties.Environment?.Variables ?? {}).sort()).toEqual(envNames(wiring.uses).sort());
    expect(Properties).toMatchObject({ Timeout: wiring.timeoutSec, MemorySize: wiring.memoryMiB });
  });

  it.each(FUNCTIONS)("of $name is complete for the parts that its code builds", async ({ entry, uses }) => {
    const { parts = [] } = (await import(new URL(`../../${entry}`, import.meta.url).href)) as { parts?: Part[] };
    const given: readonly string[] = uses;
    for (const { needs } of parts) expect([needs, needs.some((one) => given.includes(one))]).toEqual([needs, true]);
  });

  it("of the session service has exactly the variables of its capabilities, and is complete", () => {
    const [[, task] = ["", undefined]] = session.ofType("AWS::ECS::TaskDefinition");
    const names = task?.Properties.ContainerDefinitions[0].Environment.map((one: { Name: string }) => one.Name);
    expect(names.sort()).toEqual(
      [...envNames(SESSION_SERVICE.uses), ENV.metricsNamespace, ENV.onlyEssentialMetrics].sort(),
    );
    expect(missing(SessionEnv, names)).toEqual([]);
  });

  it("has links to files made under the API's own address, by the functions and by the session service", () => {
    const [[apiId] = [""]] = service.ofType("AWS::ApiGatewayV2::Api");
    const [[, task] = ["", undefined]] = session.ofType("AWS::ECS::TaskDefinition");
    const makers = FUNCTIONS.filter(({ uses }) => uses.includes("media"));
    expect(makers.length).toBeGreaterThan(0);
    const own = makers.map((wiring) => functionOf(wiring)[1].Properties.Environment.Variables[ENV.filesUrl]);
    const sessions = task?.Properties.ContainerDefinitions[0].Environment.find(
      ({ Name }: { Name: string }) => Name === ENV.filesUrl,
    ).Value;
    for (const value of [...own, sessions]) {
      const [https, api, ...rest] = value["Fn::Join"][1];
      expect([https, rest[0], rest.at(-1)]).toEqual(["https://", ".execute-api.", "/"]);
      expect(api.Ref ?? api["Fn::ImportValue"]).toContain(apiId);
    }
  });

  it("never has what is for one machine only", () => {
    const all = JSON.stringify([service.resources, session.resources]);
    for (const name of [
      ENV.allowPrivateWebhooks,
      ENV.aiProvidersUrl,
      "NETWORK_URL",
      "NETWORK_ROOT_KEY",
      "AWS_ENDPOINT_URL",
      "MAIL_FOLDER",
    ]) {
      expect(all).not.toContain(`"${name}`);
    }
  });
});

/**
 * Returns the variables that the schema requires but that aren't in this list of names. The value "1" is valid for
 * every kind of variable.
 */
function missing(schema: typeof SessionEnv, names: string[]): string[] {
  const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, "1"])));
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join("."));
}
