import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import type { StageConfig } from "../../config.ts";

/** The percentages of the budget that trigger an email. */
const MAILS = [
  { type: "ACTUAL", percent: 80 },
  { type: "FORECASTED", percent: 100 },
] as const;

/**
 * The stage's monthly budget. AWS sends an email when 80% of it is spent and when the month is forecast to exceed it,
 * but doesn't stop anything. The budget covers everything that carries the stage's tag, once that tag has been
 * activated for cost allocation.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    const { stage, monthlyBudgetUsd, alarmEmail } = props.config;
    new CfnBudget(this, "Budget", {
      budget: {
        // Budget names are unique within an account, and the same stage may have a budget in another region.
        budgetName: `messaging-gateway-${stage}-${Stack.of(this).region}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
        costFilters: { TagKeyValue: [`user:stage$${stage}`] },
      },
      // AWS requires at least one recipient for a notification. If there is no alarm address, the budget appears only
      // in the console.
      ...(alarmEmail && {
        notificationsWithSubscribers: MAILS.map(({ type, percent }) => ({
          notification: {
            notificationType: type,
            comparisonOperator: "GREATER_THAN",
            threshold: percent,
            thresholdType: "PERCENTAGE",
          },
          subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
        })),
      }),
    });
  }
}
