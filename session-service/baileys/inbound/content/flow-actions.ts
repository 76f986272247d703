import type { OfferedAction } from "../../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import type { ForeignText } from "../bounds/foreign.ts";
import { asObject, objectsIn, takenObject, textOf } from "../bounds/json.ts";
import { action } from "./offered-action.ts";
import { takenTitle } from "./words.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, urlMaxChars, phoneMaxChars, actionsMax } = CONTENT_LIMITS;

type Params = Record<string, unknown>;
type Given = ForeignText | null | undefined;

/** Returns the buttons and rows in a button of the newest format, which consists of a name and JSON parameters. */
export function flowActions(given: { name?: Given; params?: Given }): OfferedAction[] {
  const name = takenTitle(given.name) ?? "";
  const params = takenObject(given.params) ?? {};
  const text = textOf(params.display_text, nameMaxChars) ?? textOf(params.flow_cta, nameMaxChars);
  const id = textOf(params.id, idMaxChars);
  if (name === "single_select") return rowsIn(params);
  if (name === "quick_reply") return [action("reply", { text, id })];
  if (name === "cta_url") return [action("url", { text, url: textOf(params.url, urlMaxChars) })];
  if (name === "cta_call") return [action("call", { text, phone: textOf(params.phone_number, phoneMaxChars) })];
  if (name === "cta_copy") return [action("copy", { text, id, code: textOf(params.copy_code, nameMaxChars) })];
  if (name === "send_location") return [action("location", { text })];
  if (name === "flow" || name === "galaxy_message") {
    return [action("flow", { text, id: id ?? textOf(params.flow_id, idMaxChars) })];
  }
  if (isAboutMoney(name)) return [action("payment", { text, id: id ?? textOf(params.reference_id, idMaxChars) })];
  return [action("other", { text: text ?? (name || null), id })];
}

/** Whether a button with this name is about a payment. */
export const isAboutMoney = (name: string): boolean =>
  name.startsWith("payment") || name === "review_and_pay" || name === "review_order" || name === "wa_payment_details";

function rowsIn({ sections }: Params): OfferedAction[] {
  return objectsIn(sections, actionsMax).flatMap((section) =>
    objectsIn(section.rows, actionsMax).map((row) =>
      action("row", {
        text: textOf(row.title, nameMaxChars) ?? textOf(row.header, nameMaxChars),
        id: textOf(row.id, idMaxChars),
        description: textOf(row.description, sentenceMaxChars),
        section: textOf(section.title, nameMaxChars),
      }),
    ),
  );
}

/** Returns the parameter with this name if it is an object. */
export const partIn = (params: Params | null, name: string): Params | null => asObject(params?.[name]);
