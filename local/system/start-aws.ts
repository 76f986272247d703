import { hostClients } from "../../core/aws/aws-client.ts";
import { hostDocuments } from "../../core/aws/document-client.ts";
import { conflictsFrom, noConflicts } from "../aws/dynamo/conflicts.ts";
import { type Emulators, startEmulators } from "../aws/emulators.ts";
import { type Callers, keyIdOf, nameCallers, openCallers } from "../aws/rights/callers.ts";
import { noteUsedRights } from "../aws/rights/used-rights.ts";
import type { Watch } from "../aws/service/service.ts";
import type { DeliverMail } from "../aws/ses/ses.ts";
import { socketClients } from "../aws/socket/socket-clients.ts";
import { socketDocuments } from "../aws/socket/socket-documents.ts";
import type { MovableClock } from "../machine/clock.ts";
import { masterKeyPlace } from "./master-key-place.ts";
import { deployment } from "./rights/deployment.ts";
import type { Deployment } from "./rights/deployment-of.ts";
import { SESSION_ROLE } from "./rights/roles-of.ts";
import type { Settings } from "./settings.ts";

/**
 * The embedded services, and the environment variables that give child processes access to the table, queues and bus.
 */
export type StartedAws = Emulators & {
  lineEnv: Record<string, string>;
  /** Tracks the role that this process is currently acting as. */
  callers: Callers;
};

interface Parts {
  watch: Watch | undefined;
  deliver: DeliverMail;
  deployed: Deployment | undefined;
  snapshot: ((wish: unknown) => void) | null;
}

/**
 * Starts the embedded services according to the settings. This process accesses the table, queues and bus through
 * direct calls, and other processes through a line. Both avoid HTTP, signatures and the SDK's middleware, which take
 * longer than the services themselves. If the table is on another server, everything is accessed as in the cloud.
 * @param parts.deployed the roles' rights, if permissions are checked. Defaults to the rights in the templates.
 */
export async function startAws(
  settings: Settings,
  clock: MovableClock,
  dataDir: string | null,
  { watch, deliver, deployed, snapshot }: Parts,
): Promise<StartedAws> {
  const { dynamodb_url: dynamodbUrl } = settings;
  const conflicts = settings.table_conflicts === undefined ? noConflicts : conflictsFrom(settings.table_conflicts);
  const callers = openCallers();
  const rights = settings.rights
    ? judgedBy(settings, deployed ?? (await deployment()), () => callers.current())
    : undefined;
  const masterKey = masterKeyPlace(settings);
  const given = { clock, dataDir, conflicts, dynamodbUrl, deliver, masterKey, ...(snapshot && { snapshot }) };
  const emulators = await startEmulators({
    ...given,
    ...(watch && { watch }),
    ...(rights && { rights }),
  });
  const stopNaming = rights ? nameCallers(emulators.url, callers) : () => undefined;
  const started = {
    ...emulators,
    callers,
    async stop() {
      stopNaming();
      await emulators.stop();
    },
  };
  const { AWS_ACCESS_KEY_ID: keyId = "" } = emulators.env;
  const roleEnv: Record<string, string> = rights ? { AWS_ACCESS_KEY_ID: keyIdOf(keyId, SESSION_ROLE) } : {};
  if (dynamodbUrl !== undefined) return { ...started, lineEnv: roleEnv };
  hostDocuments(() => socketDocuments(emulators.ask));
  hostClients(socketClients(emulators.ask));
  return {
    ...started,
    lineEnv: { SERVICE_LINE: emulators.line, ...roleEnv },
    async stop() {
      hostDocuments(null);
      hostClients(null);
      await started.stop();
    },
  };
}

/**
 * Returns the permissions that requests are checked against, and the functions that record which permissions are used.
 */
function judgedBy({ used_rights: folder }: Settings, given: Deployment, current: () => string | null) {
  const see = folder === undefined ? undefined : noteUsedRights(folder, given.roles);
  return { ...given, current, ofLine: SESSION_ROLE, ...(see && { see }) };
}
