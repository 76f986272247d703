import { storedPepper } from "../core/records/accounts/pepper.ts";
import { ownDeps, type Part } from "./own-deps.ts";
import { codesPart } from "./parts/codes-part.ts";
import { mailPart } from "./parts/mail-part.ts";
import { mediaPart } from "./parts/media-part.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** Provides the deployment's pepper and creates it if it doesn't exist. */
const makesPepper: Part = {
  needs: ["account_secrets"],
  build: (built) => ({ pepper: storedPepper(built) }),
};

const PARTS = [tablePart, vaultPart, makesPepper, codesPart, wakeupsPart, mediaPart, mailPart];

/**
 * All dependencies of all functions, for tests and for the tasks on a single machine. Must not be imported by a
 * function.
 * @throws if an environment variable is missing.
 */
export const deps = ownDeps(PARTS);

/** Rebuilds all dependencies from the current environment, for tests that use more than one gateway. */
export const newDeps = () => ownDeps(PARTS)();
