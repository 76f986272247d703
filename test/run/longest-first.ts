import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ROOT } from "../architecture/sources.ts";

/**
 * The files that take the longest, the longest first. On a fresh clone, Vitest knows only the size of each file, and
 * some of these are small: `chaos.spec.ts` was the last one to start and ran for a minute while the other test
 * processes had nothing left to do.
 */
export const LONGEST: readonly string[] = [
  "panel/chats.browser",
  "panel/every-page.browser",
  "panel/reference.browser",
  "panel/instances.browser",
  "panel/pictures.browser",
  "panel/content.browser",
  "panel/together.browser",
  "panel/broadcasts.browser",
  "panel/developers.browser",
  "panel/hearing.browser",
  "panel/team.browser",
  "panel/frame.browser",
  "panel/exports.browser",
  "system/chaos",
  "system/cost-guard",
  "system/readme",
  "session/inbox/one-writer",
  "system/backup",
  "session/fleet/queue-change",
  "system/deployed/deployed",
  "system/webhooks",
  "system/moving",
  "system/broadcasts",
  "system/start-and-stop",
  "system/team-people",
  "session/lane/silent-queries",
  "system/openapi-examples",
  "session/fleet/ownership",
  "system/event-stream",
  "clients/guides",
  "functions/fuzz/walk-routes",
  "functions/fuzz/fuzz",
  "image/one-machine",
  "build/bundle-calls",
  "build/bundle",
  "lib/rules",
  "lib/config",
  "lib/synth",
  "lib/wiring",
  "lib/backup",
].map((name) => `test/${name}.spec.ts`);

/** Starts a project's longest files first, so that none of them is still running alone after all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    return names.flatMap((name) => longestFirst(sorted.filter(({ project }) => project.name === name)));
  }
}

/** Moves the longest files to the front. The order of the other files doesn't change. */
export function longestFirst<T extends { moduleId: string }>(files: T[]): T[] {
  const place = ({ moduleId }: T) => {
    const at = LONGEST.indexOf(relative(ROOT, moduleId));
    return at === -1 ? LONGEST.length : at;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}
