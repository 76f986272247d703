import { deps as functionDeps } from "../../functions/deps.ts";
import { hintsOpener } from "../../functions/panel-api/open-hints.ts";
import type { Gateway } from "./gateway.ts";
import { PanelHints } from "./panel-hints.ts";

/**
 * Whether the panel's pages are notified of changes. If the functions run as deployed, the pages poll for changes
 * instead, as in a stage.
 */
export const hasHints = ({ runtimes, settings }: Gateway): boolean => runtimes === undefined && settings.panel === true;

/** Starts notifying the panel's pages of the changes that the embedded table reports. */
export function openPanelHints({ aws, clock, logged }: Gateway): PanelHints {
  const table = () => functionDeps().table;
  const hints = new PanelHints({ clock, log: logged.log, table, decide: hintsOpener(functionDeps) });
  aws.stream.onCommit((changes) => hints.committed(changes));
  return hints;
}
