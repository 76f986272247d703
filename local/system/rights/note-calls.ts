import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The word after the function's name in a line about a call. */
export const CALLED = "called";

/**
 * Records which functions are called while permissions are checked, and through which route. The first call of each
 * function through each route adds a line `name called GET /v1/messages`, or `name called` if there is no route.
 * @param folder created if missing; each process writes its own file in the folder.
 */
export function noteCalls(folder: string): (name: string, event: unknown) => void {
  mkdirSync(folder, { recursive: true });
  const noted = new Set<string>();
  return (name, event) => {
    const { routeKey = "" } = event as { routeKey?: string }; // only API Gateway's events have one
    const line = `${name} ${CALLED} ${routeKey}`.trim();
    if (noted.has(line)) return;
    noted.add(line);
    appendFileSync(join(folder, `calls-${process.pid}.txt`), `${line}\n`);
  };
}
