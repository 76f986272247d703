import { beginMove, endHere, type MoveDeps } from "../../../core/operations/moving/move-away.ts";
import { type ArchiveHead, newSalt } from "./sealed-file.ts";
import { type Counts, type Source, writeArchive } from "./write-archive.ts";

/** An operator's request to export all data. */
export interface Export {
  path: string;
  key: Uint8Array;
  to: string;
  /** The destination of an earlier export whose archive was never accepted there, or null. */
  insteadOf: string | null;
  about: Pick<ArchiveHead, "gateway_move" | "gateway_version" | "network" | "own_account" | "key_work">;
}

/**
 * Exports all data. Closes the deployment, writes the archive, and makes the deployment permanently unusable before the
 * archive is complete. A run that crashed can be repeated.
 */
export async function moveOut(deps: MoveDeps, source: Omit<Source, "now">, asked: Export): Promise<Counts> {
  const { path, key, to, insteadOf, about } = asked;
  const move = await beginMove(deps, to, insteadOf);
  const now = deps.clock.now();
  const head: ArchiveHead = { ...about, move: move.id, to, made_at: now.toISOString(), salt: newSalt() };
  return writeArchive({ ...source, now }, path, key, head, () => endHere(deps, move));
}
