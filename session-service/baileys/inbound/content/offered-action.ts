import type { OfferedAction } from "../../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import type { MessageDetails } from "../../../../core/contracts/content/details.ts";

/** Creates a button or row with these fields. */
export const action = (type: OfferedAction["type"], fields: Partial<OfferedAction>): OfferedAction => ({
  ...{ type, text: null, id: null, url: null, phone: null, code: null, description: null, section: null, card: null },
  ...fields,
});

/** Returns message details with these buttons and rows. Empty if there are none. */
export const withActions = (actions: OfferedAction[]): Pick<MessageDetails, "actions"> =>
  actions.length > 0 ? { actions: actions.slice(0, CONTENT_LIMITS.actionsMax) } : {};
