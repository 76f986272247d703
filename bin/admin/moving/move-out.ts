import { beginMove, endHere, type MoveDeps } from "../../../core/operations/moving/move-away.ts";
import { type ArchiveHead, newSalt } from "./sealed-file.ts";
import { type Counts, type Source, writeArchive } from "./write-archive.ts";

/** An operator's request for an export. */
export interface Export {
  path: string;
  key: Uint8Array;
  to: string;
  /** The place that was named before and never took it; null: none. */
  insteadOf: string | null;
  about: Pick<ArchiveHead, "gateway_move" | "gateway_version" | "network" | "own_account" | "key_work">;
}

/**
 * Moves everything out: closes it, writes the archive, and ends the use of everything here before the archive is whole.
 * A run that died is repeated.
 */
export async function moveOut(deps: MoveDeps, source: Omit<Source, "now">, asked: Export): Promise<Counts> {
  const { path, key, to, insteadOf, about } = asked;
  const move = await beginMove(deps, to, insteadOf);
  const now = deps.clock.now();
  const head: ArchiveHead = { ...about, move: move.id, to, made_at: now.toISOString(), salt: newSalt() };
  return writeArchive({ ...source, now }, path, key, head, () => endHere(deps, move));
}
