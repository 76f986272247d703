import { globSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Vitest } from "vitest/node";
import { type RoleRight, rightsOf } from "../../local/aws/rights/used-rights.ts";
import { deployment } from "../../local/system/rights/deployment.ts";
import { KEPT_RIGHTS } from "./kept-rights.ts";
import { uncalledRoutes } from "./uncalled-routes.ts";

/**
 * Sets of rights that are granted together. A role that uses one of the rights needs the whole grant. Each of the
 * rights is used by some role, because an action that no role uses doesn't belong in the grant.
 */
const GRANTS: readonly RegExp[] = [
  /^dynamodb:(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|ConditionCheckItem)$/,
  /^(sqs:SendMessage|scheduler:CreateSchedule|iam:PassRole)$/,
  /^kms:(Decrypt|GenerateDataKey) of /,
];

/** Tests never use these rights, because a function's log goes to the machine's console. */
const LOGS = /^logs:/;

/**
 * Returns one sentence for each right that a complete run didn't use and that has no listed reason to stay.
 * @param used lines `role right`, as written by `noteUsedRights`.
 */
export function unusedRights(
  given: readonly Pick<RoleRight, "role" | "right">[],
  used: ReadonlySet<string>,
  kept: Readonly<Record<string, string>> = KEPT_RIGHTS,
): string[] {
  const usedBySomebody = new Set([...used].map((line) => line.slice(line.indexOf(" ") + 1)));
  const isKept = ({ role, right }: Pick<RoleRight, "role" | "right">) =>
    LOGS.test(right) || right in kept || `${role} ${right}` in kept;
  const isUsed = ({ role, right }: Pick<RoleRight, "role" | "right">) => {
    if (used.has(`${role} ${right}`)) return true;
    const grant = grantOf(right);
    if (grant === null || !usedBySomebody.has(right)) return false;
    return given.some((one) => one.role === role && grantOf(one.right) === grant && used.has(`${role} ${one.right}`));
  };
  const unused = given.filter((one) => !isKept(one) && !isUsed(one)).map(({ role, right }) => `${role} ${right}`);
  return [...new Set(unused)].map((line) => `No test has used a right that is deployed: ${line}.`);
}

/**
 * Returns a key for the grant that contains a right, or null if the right is granted separately. The same right for two
 * owners' keys belongs to two grants.
 */
function grantOf(right: string): string | null {
  const place = GRANTS.findIndex((grant) => grant.test(right));
  if (place === -1) return null;
  const [, owner = ""] = / of (.+)$/.exec(right) ?? [];
  return `${place} ${owner}`;
}

/**
 * Returns the rights and API routes that weren't used in a run of all tests. A partial or failed run can't show this,
 * so the result is then empty.
 * @param folder where the run's gateways have recorded what they used.
 */
export async function rightsUnusedIn(vitest: Vitest, folder: string): Promise<string[]> {
  if (!wasWhole(vitest)) return [];
  const lines = readdirSync(folder).flatMap((file) => readFileSync(resolve(folder, file), "utf8").split("\n"));
  const used = new Set(lines.filter((line) => line !== ""));
  return [...unusedRights(rightsOf((await deployment()).roles), used), ...uncalledRoutes(used)];
}

function wasWhole(vitest: Vitest): boolean {
  if (vitest.getGlobalTestNamePattern() !== undefined || vitest.state.getCountOfFailedTests() > 0) return false;
  const ran = new Set(vitest.state.getTestModules().map(({ moduleId }) => moduleId));
  return globSync("test/**/*.spec.ts", { exclude: ["test/dynamodb-local/**"] }).every((file) => ran.has(resolve(file)));
}
