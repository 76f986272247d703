import { AwsError } from "../service/aws-error.ts";
import { ACCOUNT } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import { neededForFile, neededRights } from "./needed-rights.ts";
import { isAllowed, type NeededRight, type Statement } from "./statements.ts";

/** The statements of each role, by the name of the function or service that it belongs to. */
export type Roles = Readonly<Record<string, readonly Statement[]>>;

/** Judges requests as IAM does in front of the real services. A caller of null is the operator, who may everything. */
export interface RightsJudge {
  /** @throws AwsError AccessDenied, as the service says it. */
  check(role: string | null, action: string, input: Json): void;
  /** @throws AwsError AccessDenied. */
  checkFile(role: string | null, action: string, place: { bucket: string; key: string }): void;
}

/** Sees each right that was used, for those who look for rights that nobody uses. */
export type SeeRight = (role: string, needed: NeededRight) => void;

/**
 * @param roles what each role may do; null: nothing is judged.
 * @param warn gets a line that names role, action and resource of what is refused.
 */
export function rightsJudge(roles: Roles | null, warn: (message: string) => void, see?: SeeRight): RightsJudge {
  function judge(role: string, needed: NeededRight): void {
    const statements = roles?.[role];
    if (!statements) throw new Error(`The templates have no role of ${role}.`);
    see?.(role, needed);
    if (isAllowed(statements, needed)) return;
    const message = `User: arn:aws:sts::${ACCOUNT}:assumed-role/${role} is not authorized to perform: ${needed.action} on resource: ${needed.resource}`;
    warn(`${message}. Its role in lib/ does not permit this: see lib/capabilities.ts.`);
    throw refusal(needed.action, message);
  }
  return {
    check(role, action, input) {
      if (roles === null || role === null) return;
      for (const needed of neededRights(action, input)) judge(role, needed);
    },
    checkFile(role, action, place) {
      if (roles === null || role === null) return;
      judge(role, neededForFile(action, place));
    },
  };
}

/** S3 and SQS say it in other words than the services with JSON exceptions. */
function refusal(action: string, message: string): AwsError {
  const isOld = /^(s3|sqs|unknown):/.test(action);
  return new AwsError(isOld ? "AccessDenied" : "AccessDeniedException", message, { status: isOld ? 403 : 400 });
}
