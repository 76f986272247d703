import { type Roles, SCHEDULER_ROLE } from "../../aws/rights/judge.ts";
import type { ResourceStatement } from "../../aws/rights/resource-policies.ts";
import type { Statement } from "../../aws/rights/statements.ts";
import { ACCOUNT, REGION } from "../../aws/service/names.ts";
import { localValue, MARKS, type StageTemplate, type ValuePlace } from "./template-values.ts";

/** A policy statement as it appears in templates. */
interface TemplateStatement {
  Effect?: "Allow" | "Deny";
  Action?: unknown;
  Resource?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
  /** Only present in resource policies. */
  Principal?: Record<string, unknown>;
}

/** The role name of callers that act as the session task. */
export const SESSION_ROLE = "session-service";

/** The role name of callers with the operator's everyday policy, which none of our roles has. */
export const OPERATOR_ROLE = "operator";
/** The role name of callers with the operator's policy for restores. */
export const RESTORE_ROLE = "operator-restore";

const BY_DESCRIPTION: Readonly<Record<string, string>> = {
  "Permissions for npm run admin, except for the restore commands.": OPERATOR_ROLE,
  "Permissions for the restore commands.": RESTORE_ROLE,
};

/**
 * Extracts the statements in the roles of all functions and the session task, and in the operator's policies, from a
 * deployment's templates. Uses this machine's resource names.
 * @throws Error for anything in a policy that can't be interpreted, because it must not be left out silently.
 */
export function rolesOf(stacks: readonly StageTemplate[], stage: string): Roles {
  const roles = stacks.flatMap((stack) =>
    Object.entries(stack.Resources).flatMap(([id, { Type }]) => {
      const place = { stacks, stack, stage };
      const operators = operatorsOf(stack, id);
      if (operators !== null) return [[operators, statementsIn(place, id)] as const];
      const name = Type === "AWS::IAM::Role" ? runtimeOf(stack, id) : null;
      return name === null ? [] : [[name, statementsOf(place, id)] as const];
    }),
  );
  return Object.fromEntries(roles);
}

/**
 * Returns the caller's name if a resource is one of the operator's policies, and null otherwise. In the templates,
 * these policies belong to no role, because operators attach them to roles of their own.
 */
function operatorsOf({ Resources }: StageTemplate, id: string): string | null {
  const { Type, Properties } = Resources[id] ?? {};
  return Type === "AWS::IAM::ManagedPolicy" ? (BY_DESCRIPTION[String(Properties?.Description)] ?? null) : null;
}

/** Returns the caller's name for the function or service that has the role, or null if the role isn't one of ours. */
export function runtimeOf(stack: StageTemplate, role: string): string | null {
  const description = String(stack.Resources[role]?.Properties?.Description ?? "");
  if (description === "What the session service may do.") return SESSION_ROLE;
  if (description.startsWith("Writes due wake-ups into the lane queues")) return SCHEDULER_ROLE;
  return /^What the function (.+) may do\.$/.exec(description)?.[1] ?? null;
}

/** Returns the statements in a role's own policies and in the managed policies that it refers to. */
function statementsOf({ stacks, stack, stage }: ValuePlace, role: string): Statement[] {
  const managed = JSON.stringify(stack.Resources[role]?.Properties?.ManagedPolicyArns ?? []);
  return stacks.flatMap((of) =>
    Object.entries(of.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const isShared = Type === "AWS::IAM::ManagedPolicy" && managed.includes(id);
      const isOwn =
        Type === "AWS::IAM::Policy" && of === stack && JSON.stringify(Properties.Roles).includes(`"${role}"`);
      if (!isShared && !isOwn) return [];
      return statementsIn({ stacks, stack: of, stage }, id);
    }),
  );
}

function statementsIn(place: ValuePlace, policy: string): Statement[] {
  const document = place.stack.Resources[policy]?.Properties?.PolicyDocument as { Statement: TemplateStatement[] }; // of IAM's grammar
  return document.Statement.flatMap((statement) => localStatement(place, statement));
}

/**
 * Converts a statement. Returns nothing for permissions that a service uses on the role's behalf, because the embedded
 * table and files aren't encrypted with a KMS key.
 */
function localStatement(
  place: ValuePlace,
  { Effect = "Allow", Action, Resource: resource, Condition = {} }: TemplateStatement,
): Statement[] {
  if (JSON.stringify(Condition).includes("kms:ViaService")) return [];
  // The emulation has only one key, whose id isn't available until the emulation is running.
  const texts = (value: unknown) => [value].flat().map((one) => localValue(place, one).replace(MARKS.key, "*"));
  return [
    {
      effect: Effect,
      actions: texts(Action),
      resources: texts(resource),
      conditions: Object.fromEntries(
        Object.entries(Condition).map(([operator, keys]) => [
          operator,
          Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, texts(values)])),
        ]),
      ),
    },
  ];
}

/** The name of the property that contains the policy, by resource type. */
const POLICY_OF: Readonly<Record<string, string>> = {
  "AWS::SQS::QueuePolicy": "PolicyDocument",
  "AWS::S3::BucketPolicy": "PolicyDocument",
  "AWS::KMS::Key": "KeyPolicy",
};

/**
 * Returns the statements in the policies of queues, buckets and keys. A key's policy refers to the key itself as `*`,
 * which means every key in the emulation.
 */
export function policiesOf(stacks: readonly StageTemplate[], stage: string): ResourceStatement[] {
  return stacks.flatMap((stack) =>
    Object.values(stack.Resources).flatMap(({ Type, Properties = {} }) => {
      const document = Properties[POLICY_OF[Type] ?? ""] as { Statement: TemplateStatement[] } | undefined; // of IAM's grammar
      const place = { stacks, stack, stage };
      return (document?.Statement ?? []).flatMap((statement) => {
        const named = Object.entries(statement.Principal ?? {});
        const principals = named.flatMap(([kind, of]) => [of].flat().map((one) => `${kind} ${localValue(place, one)}`));
        const resources = Type === "AWS::KMS::Key" ? [KEYS] : null;
        return localStatement(place, statement).map((one) => ({ ...one, ...(resources && { resources }), principals }));
      });
    }),
  );
}

const KEYS = `arn:aws:kms:${REGION}:${ACCOUNT}:key/*`;
