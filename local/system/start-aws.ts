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

/** The embedded services, and the environment in which child processes reach table, queues and bus. */
export type StartedAws = Emulators & {
  lineEnv: Record<string, string>;
  /** This process's role. */
  callers: Callers;
};

interface Parts {
  watch: Watch | undefined;
  deliver: DeliverMail;
  deployed: Deployment | undefined;
  snapshot: ((wish: unknown) => void) | null;
}

/**
 * Starts the embedded services by the settings. This process reaches table, queues and bus by calls and others through
 * a line, without HTTP, signatures and the SDK's middleware, which take longer than the services themselves. With a
 * table of another server everything is reached as in the cloud.
 * @param parts.deployed the roles' rights, where rights are judged; undefined means from the templates.
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

/** How requests are judged, and where used rights are noted. */
function judgedBy({ used_rights: folder }: Settings, given: Deployment, current: () => string | null) {
  const see = folder === undefined ? undefined : noteUsedRights(folder, given.roles);
  return { ...given, current, ofLine: SESSION_ROLE, ...(see && { see }) };
}
