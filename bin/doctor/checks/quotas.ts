import { DescribeVpcsCommand } from "@aws-sdk/client-ec2";
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ListServiceQuotasCommand,
} from "@aws-sdk/client-service-quotas";
import type { StageConfig } from "../../../lib/config.ts";
import type { Check, DoctorContext, Finding } from "../check.ts";
import { ok, problem } from "../check.ts";
import type { DoctorClients } from "../clients.ts";
import { isMissing } from "../explain-failure.ts";

/** An AWS account quota and how much of it the stage may need. */
interface Quota {
  service: string;
  /** The quota's code, or part of its name if AWS doesn't assign it a fixed code. */
  code: string | RegExp;
  called: string;
  needs(config: StageConfig, context: DoctorContext): number | Promise<number>;
}

/**
 * The concurrency that Lambda reserves in every account, plus that of all workers except the endpoint and chat workers.
 */
const OTHER_CALLS = 110;

/**
 * The quotas that a stage could exceed. SQS queues don't have a comparable quota, and tables with on-demand capacity
 * don't reach theirs initially.
 */
const QUOTAS: readonly Quota[] = [
  {
    service: "lambda",
    code: "L-B99A9384",
    called: "Lambda concurrent executions",
    // An API request takes less than a second, so the request rate is an upper bound for concurrent requests.
    needs: ({ endpointWorkerConcurrency, chatWorkerConcurrency, apiRatePerSec }) =>
      endpointWorkerConcurrency + chatWorkerConcurrency + apiRatePerSec + OTHER_CALLS,
  },
  {
    service: "fargate",
    code: "L-3032A538",
    called: "Fargate On-Demand vCPU",
    // While a deployment replaces the tasks, the old and new ones run side by side.
    needs: ({ sessionTasksMax, sessionCpu }) => (2 * sessionTasksMax * sessionCpu) / 1024,
  },
  {
    service: "apigateway",
    code: "L-8A5B8E43",
    called: "API Gateway requests a second",
    needs: ({ apiRatePerSec }) => apiRatePerSec,
  },
  {
    service: "scheduler",
    code: /CreateSchedule.*rate/i,
    called: "EventBridge Scheduler: schedules made a second",
    // Only waits longer than a quarter of an hour become schedules.
    needs: ({ apiRatePerSec }) => Math.ceil(apiRatePerSec / 5),
  },
  {
    service: "vpc",
    code: "L-F678F1CE",
    called: "VPCs",
    needs: vpcsNeeded,
  },
];

/** Returns the number of VPCs needed: those that exist, plus one if the stage's own VPC isn't among them. */
async function vpcsNeeded({ stage }: StageConfig, { aws }: DoctorContext): Promise<number> {
  const { Vpcs = [] } = await aws.ec2.send(new DescribeVpcsCommand({}));
  const hasOwn = Vpcs.some(({ Tags = [] }) =>
    Tags.some(({ Key, Value }) => Key === STACK_TAG && Value === `messaging-gateway-${stage}-session`),
  );
  return Vpcs.length + (hasOwn ? 0 : 1);
}

/** The tag in which CloudFormation stores the name of a VPC's stack. */
const STACK_TAG = "aws:cloudformation:stack-name";

/** A check for each quota that a new account can reach. */
export const quotaChecks: readonly Check[] = QUOTAS.map(({ service, code, called, needs }) => ({
  name: `quota: ${service}`,
  asksAws: true,
  async look(context): Promise<Finding> {
    const needed = await needs(context.config, context);
    const value =
      typeof code === "string" ? await byCode(context.aws, service, code) : await byName(context.aws, service, code);
    if (value === null) return { state: "unknown", text: `AWS did not return the quota for ${called}.` };
    if (value >= needed) return ok(`${called}: ${value}, needs ${needed}.`);
    const about = `${called}: ${value}; this stage may need ${needed}.`;
    const which = typeof code === "string" ? ` --quota-code ${code} --desired-value ${needed}` : " --quota-code …";
    return problem(about, `aws service-quotas request-service-quota-increase --service-code ${service}${which}`);
  },
}));

async function byCode({ quotas }: DoctorClients, ServiceCode: string, QuotaCode: string): Promise<number | null> {
  try {
    return (await quotas.send(new GetServiceQuotaCommand({ ServiceCode, QuotaCode }))).Quota?.Value ?? null;
  } catch (error) {
    // If an account's quota was never changed, it has the default value.
    if (!isMissing(error)) throw error;
    return (await quotas.send(new GetAWSDefaultServiceQuotaCommand({ ServiceCode, QuotaCode }))).Quota?.Value ?? null;
  }
}

async function byName({ quotas }: DoctorClients, ServiceCode: string, name: RegExp): Promise<number | null> {
  const { Quotas = [] } = await quotas.send(new ListServiceQuotasCommand({ ServiceCode, MaxResults: 100 }));
  return Quotas.find(({ QuotaName = "" }) => name.test(QuotaName))?.Value ?? null;
}
