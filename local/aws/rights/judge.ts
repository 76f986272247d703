import { AwsError } from "../service/aws-error.ts";
import { ACCOUNT } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import { neededForFile, neededRights } from "./needed-rights.ts";
import { type Principal, type ResourceStatement, saidByPolicies } from "./resource-policies.ts";
import { isAllowed, matches, type NeededRight, type Statement } from "./statements.ts";

/** Each role's statements, by the name of the function or service it belongs to. */
export type Roles = Readonly<Record<string, readonly Statement[]>>;

/** The policies of roles, queues, buckets and keys. */
export interface Rights {
  roles: Roles;
  policies: readonly ResourceStatement[];
}

/** The role in which Scheduler sends to queues. */
export const SCHEDULER_ROLE = "local-scheduler";

/** Decides on requests like IAM in front of the real services. A null caller is the operator, who may do everything. */
export interface RightsJudge {
  /** @throws AwsError AccessDenied, in the service's own words. */
  check(role: string | null, action: string, input: Json): void;
  /** @throws AwsError AccessDenied. */
  checkFile(role: string | null, action: string, place: { bucket: string; key: string }): void;
  /**
   * Checks an action that a service takes in the role's name without a request to these services. @throws AwsError
   * AccessDenied.
   */
  require(role: string, needed: NeededRight): void;
  /**
   * Whether a service may send to a queue: Scheduler through its role, the bus through the queue's policy. @param
   * source a rule's ARN.
   */
  maySend(service: "scheduler" | "events", queueArn: string, source?: string): boolean;
}

/** Sees each right that a role had and used, to find rights that are never used. */
export type SeeRight = (role: string, needed: NeededRight) => void;

/**
 * The conditions that every request meets. All count as made over TLS, as in the cloud, so policies that require it are
 * satisfied.
 */
const OF_EVERY_REQUEST = { "aws:SecureTransport": ["true"] };

const ANYTHING: Statement = { effect: "Allow", actions: ["*"], resources: [], conditions: {} };

const OWN_ACCOUNT: Principal = { kind: "role", accountRoot: `arn:aws:iam::${ACCOUNT}:root` };

/**
 * @param rights the permissions; null if everything is allowed.
 * @param warn gets a line that names a refusal's role, action and resource.
 * @param see gets each right that a role was granted, but no refusals and none of the operator's requests.
 */
export function rightsJudge(rights: Rights | null, warn: (message: string) => void, see?: SeeRight): RightsJudge {
  function isPermitted({ roles, policies }: Rights, role: string, asked: NeededRight): boolean {
    const statements = roles[role];
    if (!statements) throw new Error(`The templates have no role of ${role}.`);
    const needed = { ...asked, context: { ...OF_EVERY_REQUEST, ...asked.context } };
    const said = saidByPolicies(policies, OWN_ACCOUNT, needed);
    // A role's policies apply to a key only if the key's own policy lets the account decide.
    if (said === "deny" || (needed.action.startsWith("kms:") && said !== "allow")) return false;
    if (!isAllowed(statements, needed)) return false;
    see?.(role, needed);
    return true;
  }
  function judge(role: string | null, needed: NeededRight): void {
    if (rights === null || role === null || isPermitted(rights, role, needed)) return;
    const message = `User: arn:aws:sts::${ACCOUNT}:assumed-role/${role} is not authorized to perform: ${needed.action} on resource: ${needed.resource}`;
    warn(`${message}. Its role in lib/ does not permit this: see lib/capabilities.ts.`);
    throw refusal(needed.action, message);
  }
  return {
    check(role, action, input) {
      if (rights === null || role === null) return;
      for (const needed of neededRights(action, input)) judge(role, needed);
    },
    checkFile: (role, action, place) => judge(role, neededForFile(action, place)),
    require: judge,
    maySend(service, resource, source) {
      if (rights === null) return true;
      const needed = { action: "sqs:SendMessage", resource, context: OF_EVERY_REQUEST };
      if (service === "scheduler") return isPermitted(rights, SCHEDULER_ROLE, needed);
      // A queue that no template defines is the operator's, and nobody has given it a policy here.
      const isOurs = rights.policies.some(({ resources }) => matches({ ...ANYTHING, resources }, needed));
      if (!isOurs) return true;
      const context = { ...OF_EVERY_REQUEST, ...(source !== undefined && { "aws:SourceArn": [source] }) };
      const asker = { kind: "service", name: "events.amazonaws.com" } as const;
      return saidByPolicies(rights.policies, asker, { ...needed, context }) === "allow";
    },
  };
}

/** Creates the refusal, which S3 and SQS name differently from the services with JSON exceptions. */
function refusal(action: string, message: string): AwsError {
  const isOld = /^(s3|sqs|unknown):/.test(action);
  return new AwsError(isOld ? "AccessDenied" : "AccessDeniedException", message, { status: isOld ? 403 : 400 });
}
