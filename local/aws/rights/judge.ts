import { AwsError } from "../service/aws-error.ts";
import { ACCOUNT } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import { neededForFile, neededRights } from "./needed-rights.ts";
import { type Principal, type ResourceStatement, saidByPolicies } from "./resource-policies.ts";
import { isAllowed, matches, type NeededRight, type Statement } from "./statements.ts";

/** Each role's policy statements, by the name of the role's function or service. */
export type Roles = Readonly<Record<string, readonly Statement[]>>;

/** The policies of roles, queues, buckets and keys. */
export interface Rights {
  roles: Roles;
  policies: readonly ResourceStatement[];
}

/** The role that Scheduler uses to send to queues. */
export const SCHEDULER_ROLE = "local-scheduler";

/**
 * Authorizes requests as IAM does for the real services. A null caller is the operator, who is permitted everything.
 */
export interface RightsJudge {
  /** @throws AwsError AccessDenied, with the service's own message. */
  check(role: string | null, action: string, input: Json): void;
  /** @throws AwsError AccessDenied. */
  checkFile(role: string | null, action: string, place: { bucket: string; key: string }): void;
  /**
   * Checks an action that a service performs on behalf of a role without a request to these services. @throws AwsError
   * AccessDenied.
   */
  require(role: string, needed: NeededRight): void;
  /**
   * Whether a service may send to a queue. Scheduler needs the right in its role, and the bus needs it in the queue's
   * policy. @param source the rule's ARN.
   */
  maySend(service: "scheduler" | "events", queueArn: string, source?: string): boolean;
}

/** Called for each right that a role had and used, to find rights that are never used. */
export type SeeRight = (role: string, needed: NeededRight) => void;

/**
 * Condition values that apply to every request. As in the cloud, every request counts as made over TLS, so policies
 * that require TLS are satisfied.
 */
const OF_EVERY_REQUEST = { "aws:SecureTransport": ["true"] };

const ANYTHING: Statement = { effect: "Allow", actions: ["*"], resources: [], conditions: {} };

const OWN_ACCOUNT: Principal = { kind: "role", accountRoot: `arn:aws:iam::${ACCOUNT}:root` };

/**
 * Creates the judge. @param rights the permissions, or null if everything is permitted.
 * @param warn called for each refusal with a line that contains the role, the action and the resource.
 * @param see called for each right that was granted to a role, but not for refusals or the operator's requests.
 */
export function rightsJudge(rights: Rights | null, warn: (message: string) => void, see?: SeeRight): RightsJudge {
  function isPermitted({ roles, policies }: Rights, role: string, asked: NeededRight): boolean {
    const statements = roles[role];
    if (!statements) throw new Error(`The templates have no role of ${role}.`);
    const needed = { ...asked, context: { ...OF_EVERY_REQUEST, ...asked.context } };
    const said = saidByPolicies(policies, OWN_ACCOUNT, needed);
    // A role's policies apply to a key only if the key's own policy delegates the decision to the account.
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
      // A queue that no template defines is the operator's own, and has no policy in this emulation.
      const isOurs = rights.policies.some(({ resources }) => matches({ ...ANYTHING, resources }, needed));
      if (!isOurs) return true;
      const context = { ...OF_EVERY_REQUEST, ...(source !== undefined && { "aws:SourceArn": [source] }) };
      const asker = { kind: "service", name: "events.amazonaws.com" } as const;
      return saidByPolicies(rights.policies, asker, { ...needed, context }) === "allow";
    },
  };
}

/** Creates the error for a refusal. S3 and SQS use a different error code than services with JSON exceptions. */
function refusal(action: string, message: string): AwsError {
  const isOld = /^(s3|sqs|unknown):/.test(action);
  return new AwsError(isOld ? "AccessDenied" : "AccessDeniedException", message, { status: isOld ? 403 : 400 });
}
