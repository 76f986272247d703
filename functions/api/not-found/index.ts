import { ownDeps } from "../../own-deps.ts";
import { resource } from "../resource.ts";

/** Answers requests that match no route: unknown paths (404) and wrong methods (405 with `Allow`). */
export const handler = resource([], ownDeps([]));
