import { deps as functionDeps } from "../../functions/deps.ts";
import { hintsOpener } from "../../functions/panel-api/open-hints.ts";
import type { Gateway } from "./gateway.ts";
import { PanelHints } from "./panel-hints.ts";

/** Whether pages of the panel hear of changes; on a gateway whose functions run as deployed they ask, as on a stage. */
export const hasHints = ({ runtimes, settings }: Gateway): boolean => runtimes === undefined && settings.panel === true;

/** Starts telling the panel's pages of changes, which are heard from the embedded table. */
export function openPanelHints({ aws, clock, logged }: Gateway): PanelHints {
  const table = () => functionDeps().table;
  const hints = new PanelHints({ clock, log: logged.log, table, decide: hintsOpener(functionDeps) });
  aws.stream.onCommit((changes) => hints.committed(changes));
  return hints;
}
