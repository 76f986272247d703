import { lostExports, type Templates } from "./lost-exports.ts";
import { type RefusedChange, refusedChanges } from "./refused-changes.ts";

/** The result of comparing the deployed state with the planned state. */
export interface Judgement {
  /** Reasons to stop the deployment, one sentence each. */
  refused: string[];
  /** Sentences about changes that someone has explicitly allowed by naming the resource. */
  allowed: string[];
}

/**
 * Decides whether a deployment may proceed, based on how it affects the data stack and the values that stacks import
 * from each other.
 * @param dataStack the name of the stack that contains the data.
 * @param allowed names of the resources that are explicitly allowed to change.
 */
export function judge(before: Templates, after: Templates, dataStack: string, allowed: readonly string[]): Judgement {
  const exports = lostExports(before, after).map(
    ({ name, from, readBy }) =>
      `the stack ${from} would no longer export ${name}, which ${readBy.join(" and ")} still reads: make the change in two deployments, as docs/deployment.md explains.`,
  );
  const [old, next] = [before[dataStack], after[dataStack]];
  if (!old) return { refused: exports, allowed: [] };
  const changes = refusedChanges(old, next ?? { Resources: {}, Outputs: {} });
  const isAllowed = ({ id }: RefusedChange) => allowed.includes(id);
  return {
    refused: [...changes.filter((change) => !isAllowed(change)).map(({ meaning }) => meaning), ...exports],
    allowed: changes.filter(isAllowed).map(({ meaning }) => meaning),
  };
}
