import { beginMove, endHere, type MoveDeps } from "../../../core/operations/moving/move-away.ts";
import { type ArchiveHead, newSalt } from "./sealed-file.ts";
import { type Counts, type Source, writeArchive } from "./write-archive.ts";

/** An operator's request for an export. */
export interface Export {
  path: string;
  key: Uint8Array;
  to: string;
  /** The destination that was named earlier but never accepted the archive; null if there is none. */
  insteadOf: string | null;
  about: Pick<ArchiveHead, "gateway_move" | "gateway_version" | "network" | "own_account" | "key_work">;
}

/**
 * Exports everything: closes it, writes the archive, and ends all use here before the archive is complete. A run that
 * died can be repeated.
 */
export async function moveOut(deps: MoveDeps, source: Omit<Source, "now">, asked: Export): Promise<Counts> {
  const { path, key, to, insteadOf, about } = asked;
  const move = await beginMove(deps, to, insteadOf);
  const now = deps.clock.now();
  const head: ArchiveHead = { ...about, move: move.id, to, made_at: now.toISOString(), salt: newSalt() };
  return writeArchive({ ...source, now }, path, key, head, () => endHere(deps, move));
}
