import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Roles, SeeRight } from "./judge.ts";
import { matches, type Statement } from "./statements.ts";

/** One right of a role: an action, and of whose data where the role says that. */
export interface RoleRight {
  role: string;
  /** `kms:Decrypt of agent_*` */
  right: string;
  statement: Statement;
}

/** The condition keys that say of whose data a right is. */
const OWNER_KEY = /^(dynamodb:LeadingKeys|kms:EncryptionContext:\w+)$/;

/** All rights that roles have, each once for every statement that gives it. */
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
 * Writes each right into a file of the folder when it is used for the first time, as a line `role right`. The line is
 * there before the request is answered, so a killed process has reported what it used.
 * @param folder made when it is missing; each process has a file of its own there.
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
