import { runtimeOf } from "./roles-of.ts";
import { localValue, type StageTemplate, type ValuePlace } from "./template-values.ts";

/** The environment variables of each function and the session service, by role name. */
export type Environments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the environment variables that a deployment sets for its functions and the session service, with this
 * machine's names and addresses. Values that aren't available until run time appear as MARKS.
 * @throws Error for a value without a counterpart on this machine, because it must not be left out silently.
 */
export function environmentsOf(stacks: readonly StageTemplate[], stage: string): Environments {
  const found = stacks.flatMap((stack) =>
    Object.values(stack.Resources).flatMap(({ Type, Properties = {} }) => {
      const given = GIVEN[Type]?.(Properties);
      const name = given ? runtimeOf(stack, roleOf(given.role)) : null;
      if (!given || name === null) return [];
      const place = { stacks, stack, stage };
      const values = Object.entries(given.variables).map(([variable, value]) => [
        variable,
        mapped(place, name, variable, value),
      ]);
      return [[name, Object.fromEntries(values)] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** Extracts the role and variables from each type of resource that runs our code. */
const GIVEN: Readonly<
  Record<string, (of: Record<string, unknown>) => { role: unknown; variables: Record<string, unknown> }>
> = {
  "AWS::Lambda::Function": ({ Role, Environment }) => ({
    role: Role,
    variables: (Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {},
  }),
  "AWS::ECS::TaskDefinition": ({ TaskRoleArn, ContainerDefinitions }) => ({
    role: TaskRoleArn,
    variables: Object.fromEntries(
      (ContainerDefinitions as { Environment?: { Name: string; Value: unknown }[] }[]).flatMap(({ Environment = [] }) =>
        Environment.map(({ Name, Value }) => [Name, Value]),
      ),
    ),
  }),
};

/** Returns the logical id of a role from a reference to its ARN. */
const roleOf = (value: unknown) => String((value as { "Fn::GetAtt"?: [string, string] })["Fn::GetAtt"]?.[0] ?? "");

function mapped(place: ValuePlace, runtime: string, variable: string, value: unknown): string {
  const text = localValue(place, value);
  if (text.includes("unmapped:"))
    throw new Error(`${variable} of ${runtime} is ${text}: say what that is on one machine.`);
  return text;
}
