import { recordEdit } from "../../core/operations/receiving/record-edit.ts";
import { dropRow, type InboxContext } from "./inbox-context.ts";
import { findByAuthors } from "./sealed-notes.ts";
import type { UnsupportedRest } from "./unsupported-share.ts";

/**
 * Records how many more such messages there were, on the message that represents all of them. Then deletes their rows.
 * @throws FenceLost
 */
export async function tellRest(
  context: InboxContext,
  { network_id, authors, more, held }: UnsupportedRest,
): Promise<void> {
  const { deps, owner } = context;
  const found = more > 0 ? await findByAuthors(context, network_id, authors) : null;
  if (found) {
    const change = { ...owner, network_id, author: found.author, at: deps.clock.now(), journal: null };
    await recordEdit(deps, { ...change, text: null, details: { more_unsupported: more } });
  }
  for (const journal of held) await dropRow(context, journal);
}
