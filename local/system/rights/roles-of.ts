import { type Roles, SCHEDULER_ROLE } from "../../aws/rights/judge.ts";
import type { ResourceStatement } from "../../aws/rights/resource-policies.ts";
import type { Statement } from "../../aws/rights/statements.ts";
import { ACCOUNT, REGION } from "../../aws/service/names.ts";
import { localValue, MARKS, type StageTemplate, type ValuePlace } from "./template-values.ts";

/** A policy statement as in templates. */
interface TemplateStatement {
  Effect?: "Allow" | "Deny";
  Action?: unknown;
  Resource?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
  /** Only in a resource's policy. */
  Principal?: Record<string, unknown>;
}

/** The role of the task that holds the linked numbers, by its caller's name here. */
export const SESSION_ROLE = "session-service";

/** The operator's daily policy, which no role of ours has, by its caller's name here. */
export const OPERATOR_ROLE = "operator";
/** The operator's policy for restores, likewise. */
export const RESTORE_ROLE = "operator-restore";

const BY_DESCRIPTION: Readonly<Record<string, string>> = {
  "What npm run admin needs, without the commands of a restore.": OPERATOR_ROLE,
  "What the commands of a restore need.": RESTORE_ROLE,
};

/**
 * Returns the statements of each function's role, the session task's and the operator's from a deployment's templates,
 * with the resources' names on this machine.
 * @throws Error for anything in a policy that it doesn't understand, because it must not be left out.
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
 * Returns which of the operator's policies a resource is, by its caller's name here; null: another resource. They
 * belong to no role, because people attach them to theirs.
 */
function operatorsOf({ Resources }: StageTemplate, id: string): string | null {
  const { Type, Properties } = Resources[id] ?? {};
  return Type === "AWS::IAM::ManagedPolicy" ? (BY_DESCRIPTION[String(Properties?.Description)] ?? null) : null;
}

/** Returns the function or service with this role, by its caller's name here; null: not one of ours. */
export function runtimeOf(stack: StageTemplate, role: string): string | null {
  const description = String(stack.Resources[role]?.Properties?.Description ?? "");
  if (description === "What the session service may do.") return SESSION_ROLE;
  if (description.startsWith("Writes due wake-ups into the lane queues")) return SCHEDULER_ROLE;
  return /^What the function (.+) may do\.$/.exec(description)?.[1] ?? null;
}

/** Returns the statements of a role's own policies and of the managed ones that it names. */
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
 * Converts a statement. Returns none for rights that a service uses in the role's name, because table and files aren't
 * encrypted with a key here.
 */
function localStatement(
  place: ValuePlace,
  { Effect = "Allow", Action, Resource: resource, Condition = {} }: TemplateStatement,
): Statement[] {
  if (JSON.stringify(Condition).includes("kms:ViaService")) return [];
  // Only one key exists here, and its id is known once it runs.
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

/** Where each type of resource has its policies. */
const POLICY_OF: Readonly<Record<string, string>> = {
  "AWS::SQS::QueuePolicy": "PolicyDocument",
  "AWS::S3::BucketPolicy": "PolicyDocument",
  "AWS::KMS::Key": "KeyPolicy",
};

/**
 * Returns the statements in the policies of queues, buckets and keys. A key's policy names itself `*`, which is every
 * key here.
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
