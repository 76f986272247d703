import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import type { StageConfig } from "../../config.ts";

/** The shares of the budget, in percent, at which a mail is sent. */
const MAILS = [
  { type: "ACTUAL", percent: 80 },
  { type: "FORECASTED", percent: 100 },
] as const;

/**
 * The stage's monthly budget. AWS mails when 80 % of it is spent, and when the month is forecast to exceed it; it stops
 * nothing. It counts what carries the stage's tag, once that tag is activated for cost allocation.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    const { stage, monthlyBudgetUsd, alarmEmail } = props.config;
    new CfnBudget(this, "Budget", {
      budget: {
        // Budgets are account-wide, and the same stage in another region has one too.
        budgetName: `messaging-gateway-${stage}-${Stack.of(this).region}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
        costFilters: { TagKeyValue: [`user:stage$${stage}`] },
      },
      // AWS accepts no notification without a recipient; without one, the budget only shows in the console.
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
