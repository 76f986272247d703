import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { ESSENTIAL_ALARMS } from "../essential-alarms.ts";
import { acknowledge } from "./acknowledge.ts";

/** Every alarm; each has an entry of this name in docs/runbook.md. */
export const ALARM_IDS = [
  "endpoint-dead-letters",
  "shard-dead-letters",
  "notify-admins-dead-letters",
  "forward-to-bus-dead-letters",
  "forward-to-bus-late",
  "sweep-missing",
  "canary-failing",
  "worker-errors",
  "api-server-errors",
  "function-throttles",
  "table-throttles",
  "session-tasks-missing",
  "session-memory-high",
  "session-leases-lost",
  "session-numbers-down",
  "session-connections-refused",
  "session-jobs-set-aside",
  "session-lanes-stuck",
  "session-replies-late",
  "session-sends-failing",
  "session-decrypt-errors",
] as const;
export type AlarmId = (typeof ALARM_IDS)[number];

/** Rule of an alarm: it goes off when `threshold` is reached or passed in `minutes` periods in a row. */
export interface AlarmRule {
  /** One plain sentence: what it means for customers. */
  meaning: string;
  metric: Metric | MathExpression;
  when: "at_least" | "less_than";
  threshold: number;
  minutes: number;
  /** How long one period is, minutes; 1 when left out. `minutes` counts periods then. */
  periodMin?: number;
  /** True when silence is the fault itself. */
  silenceIsBad?: boolean;
}

/** Rules by the alarm they are of. */
export type AlarmRules = { [Id in AlarmId]?: AlarmRule };

/** The topic that gets every alarm, and the one way to make an alarm. */
export class Alarms extends Construct {
  readonly #topic: Topic;
  readonly #stage: string;
  readonly #isWatchedClosely: boolean;

  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    this.#stage = props.config.stage;
    this.#isWatchedClosely = props.config.isWatchedClosely;
    this.#topic = new Topic(this, "Topic", { displayName: `Messaging gateway ${this.#stage}`, enforceSSL: true });
    if (props.config.alarmEmail) this.#topic.addSubscription(new EmailSubscription(props.config.alarmEmail));
    // Alarms of other stacks write here too, so the right is CloudWatch's, for this account's alarms only.
    const { account } = Stack.of(this);
    this.#topic.grantPublish(
      new ServicePrincipal("cloudwatch.amazonaws.com", {
        conditions: {
          StringEquals: { "aws:SourceAccount": account },
          ArnLike: {
            "aws:SourceArn": Stack.of(this).formatArn({
              service: "cloudwatch",
              resource: "alarm",
              resourceName: `messaging-gateway-${this.#stage}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    acknowledge(this, {
      "Serverless-SNSRedrivePolicy":
        "A mail that can't be delivered has nobody who would read its dead letter; the alarm itself stays visible.",
    });
  }

  /** Makes an alarm of each rule that this stage's profile has. */
  raiseAll(scope: Construct, rules: AlarmRules): void {
    for (const id of ALARM_IDS) {
      const rule = rules[id];
      if (rule && this.isRaised(id)) this.#raise(scope, id, rule);
    }
  }

  /** Tells whether this stage has the alarm: all when it is watched closely, else those that matter most. */
  isRaised(id: AlarmId): boolean {
    return this.#isWatchedClosely || ESSENTIAL_ALARMS.includes(id);
  }

  /** Makes the alarm in `scope`'s stack and sends it, and its end, to the topic. */
  #raise(scope: Construct, id: AlarmId, rule: AlarmRule): Alarm {
    const alarm = new Alarm(scope, `Alarm-${id}`, {
      alarmName: `messaging-gateway-${this.#stage}-${id}`,
      alarmDescription: `${rule.meaning} What to do: docs/runbook.md#${id}`,
      metric: rule.metric.with({ period: Duration.minutes(rule.periodMin ?? 1) }),
      comparisonOperator:
        rule.when === "at_least"
          ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: rule.threshold,
      evaluationPeriods: rule.minutes,
      treatMissingData: rule.silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }
}
