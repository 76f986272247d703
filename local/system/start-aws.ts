import { hostDocuments } from "../../core/aws/document-client.ts";
import { conflictsFrom, noConflicts } from "../aws/dynamo/conflicts.ts";
import { type Emulators, startEmulators } from "../aws/emulators.ts";
import { lineDocuments } from "../aws/line/line-documents.ts";
import type { Watch } from "../aws/service/service.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { Settings } from "./settings.ts";

/** The embedded services, with the environment by which child processes reach the table. */
export type StartedAws = Emulators & { tableEnv: Record<string, string> };

/**
 * Starts the embedded services as the settings say. This process reaches the table by calls and others by a line,
 * without HTTP, signatures and the SDK's middleware, which take longer than the table itself. A table of another server
 * is reached as in the cloud.
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
  if (dynamodbUrl !== undefined) return { ...emulators, tableEnv: {} };
  hostDocuments(() => lineDocuments(emulators.ask));
  return {
    ...emulators,
    tableEnv: { TABLE_LINE: emulators.line },
    async stop() {
      hostDocuments(null);
      await emulators.stop();
    },
  };
}
