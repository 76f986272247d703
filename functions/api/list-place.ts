import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import type { ApiDeps } from "../own-deps.ts";
import { openText, sealText } from "./sealed-text.ts";
import { validationError } from "./validate.ts";

const CURSOR_RULE = "Pass the cursor from links.next unchanged, with the same filters.";
const ONE_RULE = "Use either a cursor or an offset, not both.";

/**
 * A position in a list. `offset` is the number of entries before the position. `after` is the key of the last of those
 * entries, after which reading continues, or null to read the list from its start.
 */
export interface ListPlace {
  offset: number;
  after: string | null;
}

/** The schema of the cursor for a list that can also be paginated by `offset` or `page`. */
export const givenCursor = () => text(LIMITS.cursorMaxChars, CURSOR_RULE).optional().meta({ description: CURSOR_RULE });

/**
 * Creates and opens a list's cursors. They are authenticated and bound to the account and the filters, so they can't be
 * forged or used for another list.
 * @param filter everything that determines the content of the list, including the account.
 */
export function listPlaces({ pepper }: Pick<ApiDeps, "pepper">, list: string, filter: unknown) {
  const scope = JSON.stringify([list, filter]);
  const hmac = (sealed: string) => pepper.hmac("cursor", sealed);
  return {
    /**
     * @throws ApiError `validation_failed` for a cursor from another list, and for a cursor combined with an offset.
     */
    async open({ cursor, offset }: { cursor?: string | undefined; offset?: number | undefined }): Promise<ListPlace> {
      if (cursor === undefined) return { offset: offset ?? 0, after: null };
      if (offset !== undefined) throw validationError({ cursor: [ONE_RULE] });
      const opened = await openText(hmac, scope, cursor);
      const [, before, after] = /^(\d+) (.+)$/s.exec(opened ?? "") ?? [];
      if (before === undefined || after === undefined) throw validationError({ cursor: [CURSOR_RULE] });
      return { offset: Number(before), after };
    },
    /** @param after null at the end of the list, in which case no cursor is created. */
    seal: async (offset: number, after: string | null): Promise<string | null> =>
      after === null ? null : sealText(hmac, scope, `${offset} ${after}`),
  };
}
