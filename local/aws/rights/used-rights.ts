import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Roles, SeeRight } from "./judge.ts";
import { matches, type Statement } from "./statements.ts";

/** A role's right: an action and, if the right is limited to certain owners' data, those owners. */
export interface RoleRight {
  role: string;
  /** The right as text, such as `kms:Decrypt of agent_*`. */
  right: string;
  statement: Statement;
}

/** Matches the condition keys that limit whose data a right covers. */
const OWNER_KEY = /^(dynamodb:LeadingKeys|kms:EncryptionContext:\w+)$/;

/** Lists the rights of all roles, with an entry for every statement that grants them. */
export function rightsOf(roles: Roles): RoleRight[] {
  return Object.entries(roles).flatMap(([role, statements]) =>
    statements.flatMap((statement) => {
      if (statement.effect === "Deny") return [];
      const owners = Object.values(statement.conditions)
        .flatMap((keys) => Object.entries(keys))
        .flatMap(([key, values]) => (OWNER_KEY.test(key) ? values : []));
      const of = owners.length === 0 ? "" : ` of ${owners.join(" or ")}`;
      return statement.actions.map((action) => ({ role, right: `${action}${of}`, statement }));
    }),
  );
}

/**
 * Writes each right to a file in the folder when it is first used, as a line `role right`. The line is written before
 * the request is answered, so the rights used by a process are recorded even if it is killed.
 * @param folder created if missing. Each process has its own file in it.
 */
export function noteUsedRights(folder: string, roles: Roles): SeeRight {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.txt`);
  const unused = Map.groupBy(rightsOf(roles), ({ role }) => role);
  return (role, needed) => {
    const left = unused.get(role) ?? [];
    const used = left.filter(({ right, statement }) => actionOf(right) === needed.action && matches(statement, needed));
    if (used.length === 0) return;
    unused.set(
      role,
      left.filter((one) => !used.includes(one)),
    );
    appendFileSync(file, used.map(({ right }) => `${role} ${right}\n`).join(""));
  };
}

const actionOf = (right: string) => right.split(" ")[0];
