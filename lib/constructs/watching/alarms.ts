import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  CompositeAlarm,
  AlarmRule as CompositeRule,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import { ALARM_IDS, type AlarmId, BACKUP_ALARMS } from "../../alarm-limits.ts";
import type { StageConfig } from "../../config.ts";
import { ESSENTIAL_ALARMS } from "../../essential-alarms.ts";
import { PAGING_ALARM, PAGING_ALARMS } from "../../paging-alarms.ts";
import { AlarmTopic } from "./alarm-topic.ts";
import { dashboardUrl } from "./dashboard-url.ts";

/** An alarm's rule. Its limits come from the stage's settings: lib/alarm-limits.ts. */
export interface AlarmRule {
  /** The alarm's meaning for customers, in one plain sentence. */
  meaning: string;
  metric: Metric | MathExpression;
  when: "at_least" | "less_than";
  /** Whether missing data is itself a fault. */
  silenceIsBad?: boolean;
}

/** The rules, by alarm. */
export type AlarmRules = { [Id in AlarmId]?: AlarmRule };

/**
 * The topics to which alarms are sent, by email and by pager. All of a stage's alarms are created through this
 * construct.
 */
export class Alarms extends Construct {
  /** The topic for emails, also used for notices that don't come from an alarm. */
  readonly mail: AlarmTopic;
  readonly #pager: AlarmTopic;
  readonly #config: StageConfig;
  readonly #raised = new Map<AlarmId, Alarm>();

  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    const { stage, alarmEmail, pageEmail } = props.config;
    this.#config = props.config;
    this.mail = new AlarmTopic(this, "Topic", {
      stage,
      displayName: `Messaging gateway ${stage}`,
      emails: alarmEmail ? [alarmEmail] : [],
    });
    // Without a pager address, send the page as an ordinary email, which is better than nothing.
    const paged = pageEmail ?? alarmEmail;
    this.#pager = new AlarmTopic(this, "Pager", {
      stage,
      displayName: `Messaging gateway ${stage}: customers are affected`,
      emails: paged ? [paged] : [],
    });
    new CfnOutput(Stack.of(this), "PagerTopicArn", {
      description: "Subscribe your paging service here.",
      value: this.#pager.topicArn,
    });
  }

  /** Creates an alarm for each rule that applies to this stage. */
  raiseAll(scope: Construct, rules: AlarmRules): void {
    for (const id of ALARM_IDS) {
      const rule = rules[id];
      if (rule && this.isRaised(id)) this.#raised.set(id, this.#raise(scope, id, rule));
    }
  }

  /** Returns an alarm that has been created. @throws if this stage has no alarm with this ID. */
  raised(id: AlarmId): Alarm {
    const alarm = this.#raised.get(id);
    if (!alarm) throw new Error(`The stage "${this.#config.stage}" has no alarm ${id}.`);
    return alarm;
  }

  /**
   * Whether this stage has the alarm. A closely monitored stage has all alarms; other stages have only the most
   * important ones. Backup alarms exist only if the stage has backups.
   */
  isRaised(id: AlarmId): boolean {
    if (BACKUP_ALARMS.includes(id)) return this.#config.backup !== null;
    return this.#config.isWatchedClosely || ESSENTIAL_ALARMS.includes(id);
  }

  /**
   * Creates the only alarm that pages someone. It is on while any alarm about affected customers is on. Must be called
   * last, in the stack that is deployed last, because CloudWatch refuses a composite alarm that refers to alarms that
   * don't exist yet.
   */
  page(scope: Construct): void {
    const parts = [...this.#raised].filter(([id]) => PAGING_ALARMS.includes(id));
    const alarm = new CompositeAlarm(scope, `Alarm-${PAGING_ALARM}`, {
      compositeAlarmName: this.#nameOf(PAGING_ALARM),
      alarmDescription: this.#textOf(PAGING_ALARM, "Customers are affected. The active alarms show how."),
      // Refer to the alarms by name; any other reference would create an export from their stack.
      alarmRule: CompositeRule.fromString(parts.map(([id]) => `ALARM("${this.#nameOf(id)}")`).join(" OR ")),
    });
    for (const [, part] of parts) if (Stack.of(part) === Stack.of(scope)) alarm.node.addDependency(part);
    const action = new SnsAction(this.#pager);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }

  /** Creates an alarm in the stack of `scope`. The email topic is notified when the alarm starts and when it ends. */
  #raise(scope: Construct, id: AlarmId, rule: AlarmRule): Alarm {
    const { threshold, periods, periodMin } = this.#config.alarmLimits[id];
    const alarm = new Alarm(scope, `Alarm-${id}`, {
      alarmName: this.#nameOf(id),
      alarmDescription: this.#textOf(id, rule.meaning),
      metric: rule.metric.with({ period: Duration.minutes(periodMin) }),
      comparisonOperator:
        rule.when === "at_least"
          ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold,
      evaluationPeriods: periods,
      treatMissingData: rule.silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.mail);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }

  #nameOf(id: string): string {
    return `messaging-gateway-${this.#config.stage}-${id}`;
  }

  /** Returns the text of an alarm's email. The runbook entry must be a single click away from the email. */
  #textOf(id: string, meaning: string): string {
    const { runbookUrl, stage } = this.#config;
    if (runbookUrl !== null) return `${meaning} What to do: ${runbookUrl}#${id}`;
    return `${meaning} What to do: ${dashboardUrl(this, stage)} contains the runbook; see the entry ${id}.`;
  }
}
