import type { GatedTemplate } from "./template.ts";

/** Templates by stack name. */
export type Templates = Readonly<Record<string, GatedTemplate>>;

/** An output that would be removed from its stack while another deployed stack still imports it. */
export interface LostExport {
  name: string;
  /** The stack that would lose the output. */
  from: string;
  /** The deployed stacks that import the output. */
  readBy: string[];
}

/**
 * Finds removed exports that a deployed stack still imports. They would make CloudFormation fail several minutes into
 * the deployment. docs/deployment.md explains how to remove such exports in two deployments.
 */
export function lostExports(before: Templates, after: Templates): LostExport[] {
  return Object.entries(before).flatMap(([from, template]) => {
    const kept = new Set(exportsOf(after[from]));
    return exportsOf(template).flatMap((name) => {
      if (kept.has(name)) return [];
      const readBy = Object.keys(before).filter((stack) => stack !== from && importsOf(before[stack]).includes(name));
      return readBy.length === 0 ? [] : [{ name, from, readBy }];
    });
  });
}

const exportsOf = (template: GatedTemplate | undefined) =>
  Object.values(template?.Outputs ?? {}).flatMap(({ Export }) =>
    typeof Export?.Name === "string" ? [Export.Name] : [],
  );

function importsOf(template: GatedTemplate | undefined): string[] {
  return [...JSON.stringify(template ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = ""]) => name);
}
