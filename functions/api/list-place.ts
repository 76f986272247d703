import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import type { ApiDeps } from "../own-deps.ts";
import { openText, sealText } from "./sealed-text.ts";
import { validationError } from "./validate.ts";

const CURSOR_RULE = "Pass the cursor of links.next unchanged, with the same filters.";
const ONE_RULE = "Give a cursor or an offset, not both.";

/**
 * A place in a list. `offset`: entries before it. `after`: the key of the last of those, from which the page is read;
 * null: the list is read from its beginning.
 */
export interface ListPlace {
  offset: number;
  after: string | null;
}

/** Schema of the cursor of a list that may also be read by `offset` or `page`. */
export const givenCursor = () => text(LIMITS.cursorMaxChars, CURSOR_RULE).optional().meta({ description: CURSOR_RULE });

/**
 * Cursors of one list: authenticated, and bound to the account and the filters, so nobody can make one or carry one
 * over.
 * @param filter everything that decides what is in the list, the account included.
 */
export function listPlaces({ pepper }: Pick<ApiDeps, "pepper">, list: string, filter: unknown) {
  const scope = JSON.stringify([list, filter]);
  const hmac = (sealed: string) => pepper.hmac("cursor", sealed);
  return {
    /** @throws ApiError `validation_failed` for a cursor of another list, and for one beside an offset. */
    async open({ cursor, offset }: { cursor?: string | undefined; offset?: number | undefined }): Promise<ListPlace> {
      if (cursor === undefined) return { offset: offset ?? 0, after: null };
      if (offset !== undefined) throw validationError({ cursor: [ONE_RULE] });
      const opened = await openText(hmac, scope, cursor);
      const [, before, after] = /^(\d+) (.+)$/s.exec(opened ?? "") ?? [];
      if (before === undefined || after === undefined) throw validationError({ cursor: [CURSOR_RULE] });
      return { offset: Number(before), after };
    },
    /** @param after null: the list ends here, and there is no cursor. */
    seal: async (offset: number, after: string | null): Promise<string | null> =>
      after === null ? null : sealText(hmac, scope, `${offset} ${after}`),
  };
}
