import { storedPepper } from "../core/records/accounts/pepper.ts";
import { ownDeps, type Part } from "./own-deps.ts";
import { codesPart } from "./parts/codes-part.ts";
import { mailPart } from "./parts/mail-part.ts";
import { mediaPart } from "./parts/media-part.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** The operator's pepper, created if it does not exist. */
const makesPepper: Part = {
  needs: ["account_secrets"],
  build: (built) => ({ pepper: storedPepper(built) }),
};

const PARTS = [tablePart, vaultPart, makesPepper, codesPart, wakeupsPart, mediaPart, mailPart];

/**
 * All dependencies of all functions, for tests and for the tasks on one machine; no function imports it.
 * @throws if an environment variable is missing.
 */
export const deps = ownDeps(PARTS);

/** The same, rebuilt from the current environment, for a test that uses more than one gateway. */
export const newDeps = () => ownDeps(PARTS)();
