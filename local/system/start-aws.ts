import { hostClients } from "../../core/aws/aws-client.ts";
import { hostDocuments } from "../../core/aws/document-client.ts";
import { conflictsFrom, noConflicts } from "../aws/dynamo/conflicts.ts";
import { type Emulators, startEmulators } from "../aws/emulators.ts";
import { lineClients } from "../aws/line/line-clients.ts";
import { lineDocuments } from "../aws/line/line-documents.ts";
import type { Watch } from "../aws/service/service.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { Settings } from "./settings.ts";

/** The embedded services, with the environment by which child processes reach table, queues and bus. */
export type StartedAws = Emulators & { lineEnv: Record<string, string> };

/**
 * Starts the embedded services as the settings say. This process reaches table, queues and bus by calls and others by a line,
 * without HTTP, signatures and the SDK's middleware, which take longer than the services themselves. With a table of
 * another server everything is reached as in the cloud.
 */
export async function startAws(
  settings: Settings,
  clock: MovableClock,
  dataDir: string | null,
  watch: Watch | undefined,
): Promise<StartedAws> {
  const { dynamodb_url: dynamodbUrl } = settings;
  const conflicts = settings.table_conflicts === undefined ? noConflicts : conflictsFrom(settings.table_conflicts);
  const emulators = await startEmulators({ clock, dataDir, conflicts, dynamodbUrl, ...(watch && { watch }) });
  if (dynamodbUrl !== undefined) return { ...emulators, lineEnv: {} };
  hostDocuments(() => lineDocuments(emulators.ask));
  hostClients(lineClients(emulators.ask));
  return {
    ...emulators,
    lineEnv: { SERVICE_LINE: emulators.line },
    async stop() {
      hostDocuments(null);
      hostClients(null);
      await emulators.stop();
    },
  };
}
