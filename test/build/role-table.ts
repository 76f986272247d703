import type { Roles } from "../../local/aws/rights/judge.ts";
import type { Statement } from "../../local/aws/rights/statements.ts";
import { rightsOf } from "../../local/aws/rights/used-rights.ts";

/**
 * The owners of secrets, keyed by the pattern used in a role, with their names in docs/security.md. Add each new kind
 * of owner here.
 */
const SECRETS: Readonly<Record<string, string>> = {
  "inst_*": "numbers",
  "acc_*": "webhooks",
  "proxy_*": "proxies",
  "agent_*": "AI providers",
  deployment: "the pepper",
  file_links: "links to files",
  otp_codes: "OTP codes",
  canary: "the canary",
};

/** Partitions to which a role is confined, with their names in docs/security.md. */
const PARTITIONS: Readonly<Record<string, string>> = {
  "ACC#file_links": "the secret of links",
  "ACC#canary": "the canary's secret",
  "SUB#* or USER#* or SESSION#*": "people's sign-ins and sessions",
};

const READS = ["GetItem", "BatchGetItem", "Query"];
const WRITES: Readonly<Record<string, string>> = { PutItem: "puts", UpdateItem: "changes", DeleteItem: "deletes" };

const named = (names: Readonly<Record<string, string>>, what: string): string => {
  const name = names[what];
  if (name === undefined) throw new Error(`docs/security.md has no name for ${what}: give it one in role-table.ts.`);
  return name;
};
const some = (words: readonly string[]) => (words.length === 0 ? "none" : words.join(", "));

/**
 * Returns a Markdown table of what each part of the deployment can reach with its role. Parts with the same reach share
 * a row.
 * @throws Error if the page has no name for an owner of secrets or for a part of the table.
 */
export function roleTable(roles: Roles): string {
  const parts = Object.entries(roles).map(([name, statements]) => ({ name, reach: reachOf(statements) }));
  const rows = [...Map.groupBy(parts, ({ reach }) => reach)].map(
    ([reach, of]) => `| ${of.map(({ name }) => `\`${name}\``).join(", ")} | ${reach} |`,
  );
  return ["| Part | Items of the table | Opens secrets of | Files |", "|---|---|---|---|", ...rows].join("\n");
}

function reachOf(statements: readonly Statement[]): string {
  const rights = rightsOf({ part: statements });
  const owners = (action: string) =>
    rights.flatMap(({ right }) =>
      right.startsWith(`${action} of `) ? right.slice(`${action} of `.length).split(" or ") : [],
    );
  const secrets = [...new Set(owners("kms:Decrypt"))].map((owner) => named(SECRETS, owner)).sort();
  return [itemsOf(rights.map(({ right }) => right)), some(secrets), filesOf(statements)].join(" | ");
}

function itemsOf(rights: readonly string[]): string {
  const on = Map.groupBy(
    rights.filter((right) => /^dynamodb:\w+Item|^dynamodb:Query/.test(right)),
    (right) => right.split(" of ")[1] ?? "",
  );
  return some(
    [...on].map(([partition, of]) => {
      const has = (action: string) => of.some((right) => right.split(" ")[0] === `dynamodb:${action}`);
      const verbs = [
        ...(READS.some(has) ? ["reads"] : []),
        ...Object.keys(WRITES)
          .filter(has)
          .map((one) => WRITES[one]),
      ];
      return `${verbs.join(", ")}: ${partition === "" ? "all" : named(PARTITIONS, partition)}`;
    }),
  );
}

function filesOf(statements: readonly Statement[]): string {
  const can = (action: string) =>
    statements.flatMap(({ actions, resources }) => (actions.includes(action) ? resources : []));
  const removes = can("s3:DeleteObject");
  const isMenus = removes.every((resource) => resource.includes("/MNU/"));
  return some([
    ...(can("s3:GetObject").length > 0 ? ["reads all"] : []),
    ...(can("s3:PutObject").length > 0 ? ["puts"] : []),
    ...(removes.length > 0 ? [isMenus ? "removes those of menus" : "removes all"] : []),
  ]);
}
